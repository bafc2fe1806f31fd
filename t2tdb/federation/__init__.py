"""Other registries: which ones the user trusts, asking them side by side, and making one list of what they say."""
