"""Short forms that everybody who works with software uses, and what they stand for.

Shipped because it gained on all four public sets it was tried on, none of which it was written for (QUALITY.md): a
task that says *k8s* or *repo* finds what says *kubernetes* or *repository*. Only short and long forms of one thing are
here; words that are merely near each other are for an ``aliases.yml`` of one's own, whose weights win.
"""

from __future__ import annotations

WEIGHT = 0.25

GROUPS = """
a11y, accessibility
admin, administrator
ai, artificial intelligence
app, application
auth, authentication
ci, continuous integration
cli, command line
config, configuration
csharp, dotnet
db, database
deps, dependencies
dev, development
doc, document
docs, documentation
email, mail
env, environment
i18n, internationalization, localization
img, image, picture, photo
info, information
infra, infrastructure
js, javascript
k8s, kubernetes
llm, language model
max, maximum
min, minimum
ml, machine learning
movie, film
msg, message
nlp, natural language
org, organization
perf, performance
phone, telephone
postgres, postgresql
pr, pull request, merge request
prod, production
py, python
qa, quality assurance
regex, regular expression
repo, repository
spec, specification
sso, single sign on
stats, statistics
ts, typescript
ui, user interface
ux, user experience
vm, virtual machine
"""


def common_aliases() -> tuple[tuple[tuple[str, ...], float], ...]:
    """The groups, each with its weight."""
    return tuple((tuple(line.split(", ")), WEIGHT) for line in GROUPS.strip().splitlines())
