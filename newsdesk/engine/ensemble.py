"""Ensembles: models that answer together, their sections paired by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Manifest, answers_fingerprint
from newsdesk.core.section import Section, pair_sections
from newsdesk.engine.model_folder import ModelFolder

FEWEST = 2
"""Members, and sections that they share."""


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Installed models that answer together, and what follows from them.

    sections: those that every member has, as the first member writes them.
    left_out: of each member, by its name, the sections that not all have.
    pairs: of each member, in order: our code to its code.
    """

    name: str
    title: str
    path: Path
    members: tuple[ModelFolder, ...]
    sections: tuple[Section, ...]
    left_out: dict[str, tuple[Section, ...]]
    pairs: tuple[dict[str, str], ...]

    @property
    def bundled(self) -> bool:
        return False

    @property
    def size(self) -> int:
        """Bytes on disk of all members."""
        return sum(member.size for member in self.members)

    @property
    def manifest(self) -> Manifest:
        """What an ensemble says of itself; as a whole it has not been measured.

        max_tokens is the shortest of the members'; covers are looked at where a member does so.
        """
        manifests = [member.manifest for member in self.members]
        shortest = min((m.preprocessing for m in manifests), key=lambda each: each.max_tokens)
        names = " and ".join(member.name for member in self.members)
        return Manifest(
            name=self.name,
            title=self.title,
            description=f"The mean of {names}. Not measured as a whole.",
            created=max(m.created for m in manifests),
            sections=self.sections,
            languages=_languages(manifests),
            preprocessing=shortest,
            picture=next((m.picture for m in manifests if m.picture is not None), None),
            recipe={"recipe": "ensemble", "members": [m.name for m in self.members]},
            fingerprint=" ".join(answers_fingerprint(m) for m in manifests),
            licence="; ".join(dict.fromkeys(m.licence for m in manifests if m.licence)),
            parameters=sum(m.parameters for m in manifests),
        )


def assemble(name: str, title: str, members: Sequence[ModelFolder], path: Path) -> Ensemble:
    """Members put together, nothing written; ModelError where they do not go together."""
    names = [member.name for member in members]
    if len(set(names)) < FEWEST:
        raise ModelError(
            "too_few_members",
            "An ensemble needs at least two different models.",
            "Choose another model as well.",
        )
    first = members[0].manifest.sections
    pairs = [pair_sections(first, member.manifest.sections) for member in members]
    shared = tuple(section for section in first if all(section.code in pair for pair in pairs))
    if len(shared) < FEWEST:
        what = f"only {shared[0].name()}" if shared else "none"
        raise ModelError(
            "sections_differ",
            f"Of the sections of {_listed(names)} {what} is the same, so they cannot answer "
            "together.",
            "Choose models that share at least two sections; they are compared by name.",
        )
    ours = {section.code for section in shared}
    pairs = [{code: pair[code] for code in pair if code in ours} for pair in pairs]
    return Ensemble(
        name=name,
        title=title or name,
        path=path,
        members=tuple(members),
        sections=tuple(_with_names(s, members, pairs) for s in shared),
        left_out={
            member.name: tuple(s for s in member.manifest.sections if s.code not in pair.values())
            for member, pair in zip(members, pairs, strict=True)
        },
        pairs=tuple(pairs),
    )


def _with_names(
    section: Section, members: Sequence[ModelFolder], pairs: Sequence[dict[str, str]]
) -> Section:
    """A section with the names that any member has for it; the first one's word stands."""
    names: dict[str, str] = {}
    for member, pair in zip(members, pairs, strict=True):
        theirs = next(s for s in member.manifest.sections if s.code == pair[section.code])
        names = {**theirs.names, **names}
    return Section(section.code, names)


def _languages(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """What at least half of the members read: beyond that the majority would abstain.

    Empty where a member states nothing, since then nothing is known of the whole.
    """
    if not all(manifest.languages for manifest in manifests):
        return ()
    counts = Counter(code for manifest in manifests for code in set(manifest.languages))
    return tuple(sorted(code for code, count in counts.items() if count * 2 >= len(manifests)))


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]])
