"""The discovery service: the library as a registry of Agentic Resource Discovery 0.9, over HTTP."""
