"""The Hugging Face hub, as far as base models are concerned: what it has, and its files.

No account is used, so nothing of the person's is sent. HF_ENDPOINT names another hub.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

# Read when the library is imported: no counting of uses, and no bars between the lines of JSON.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")

from huggingface_hub import HfApi, constants, get_hf_file_metadata, hf_hub_url
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.file_download import http_get

from newsdesk.core.errors import TrainingError

WEIGHTS = re.compile(r"model(-\d+-of-\d+)?\.safetensors")
SMALL_FILES = frozenset(
    {
        "config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
        "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt", "spiece.model",
        "sentencepiece.bpe.model", "model.safetensors.index.json",
    }
)  # fmt: skip
CHUNK = 512 << 10  # bytes written at once
MOST_REVISIONS = 8
"""Proposed changes that are looked into for safetensors."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file on the hub. size: bytes; sha256: of large files, else empty."""

    name: str
    size: int
    sha256: str = ""

    @property
    def is_weights(self) -> bool:
        """Whether it is a large one, which a broken download goes on with."""
        return WEIGHTS.fullmatch(self.name) is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """What a download would bring.

    revision: the commit. licence: as the page states it; empty where it states none.
    """

    repository: str
    revision: str
    licence: str
    files: tuple[RemoteFile, ...]
    note: str = ""

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    @property
    def weights(self) -> tuple[RemoteFile, ...]:
        """The safetensors among them."""
        return tuple(file for file in self.files if file.is_weights)


@dataclass(frozen=True, slots=True)
class Hub:
    """One repository. All methods raise TrainingError where the hub cannot give what is asked."""

    repository: str

    def offer(self, revision: str = "", note: str = "") -> Offer:
        """The files of a revision that would be downloaded; weights may be missing among them."""
        with _in_words(self.repository, revision):
            found = HfApi(token=False).model_info(
                self.repository, revision=revision or None, files_metadata=True
            )
        files = [
            RemoteFile(file.rfilename, int(file.size or 0), file.lfs.sha256 if file.lfs else "")
            for file in found.siblings or ()
            if file.rfilename in SMALL_FILES or WEIGHTS.fullmatch(file.rfilename)
        ]
        return Offer(self.repository, str(found.sha), _licence(found), tuple(files), note)

    def revision_with_safetensors(self) -> str:
        """A proposed change that has safetensors, such as refs/pr/1; empty where none has."""
        try:
            with _in_words(self.repository, ""):
                refs = HfApi(token=False).list_repo_refs(
                    self.repository, include_pull_requests=True
                )
            names = [ref.ref for ref in (*refs.branches, *(refs.pull_requests or ()))]
            return next((n for n in names[:MOST_REVISIONS] if self.offer(n).weights), "")
        except TrainingError:
            return ""

    def download(self, file: RemoteFile, revision: str, out: Any) -> None:
        """Append what is missing of a file to one that is open for writing."""
        # Its own ten megabytes would be lost with every Cancel, and progress would seem to stand.
        constants.DOWNLOAD_CHUNK_SIZE = CHUNK
        # It warns of every try; what stands in the way in the end is told in words.
        logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
        with _in_words(self.repository, revision):
            url = hf_hub_url(self.repository, file.name, revision=revision)
            place = get_hf_file_metadata(url, token=False).location
            http_get(place, out, resume_size=out.tell(), expected_size=file.size or None)


def named(repository: str) -> str:
    """A repository as sentences name it."""
    return f"The encoder {repository} on the hub"


@contextmanager
def _in_words(repository: str, revision: str) -> Iterator[None]:
    """The hub's errors as sentences."""
    try:
        yield
    except GatedRepoError as error:
        raise TrainingError(
            "gated",
            f"{named(repository)} is given only to those who accept its terms there.",
            "Accept them and download it in a browser, then name the folder.",
        ) from error
    except RevisionNotFoundError as error:
        raise TrainingError(
            "no_revision",
            f"{named(repository)} has no revision {revision}.",
            "Look at its page, or leave the revision out.",
        ) from error
    except RepositoryNotFoundError as error:
        raise TrainingError(
            "no_repository",
            f"The hub has no encoder {repository}, or it is private.",
            "Check its name on the hub's page.",
        ) from error
    except HfHubHTTPError as error:
        status = getattr(getattr(error, "response", None), "status_code", "none")
        raise TrainingError(
            "hub_failed",
            f"The hub could not answer for {repository} (status {status}).",
            "Try again later: a download goes on where it was.",
        ) from error
    except Exception as error:
        if not _is_network(error):
            raise
        raise TrainingError(
            "no_network",
            f"The hub cannot be reached, so {repository} was not downloaded.",
            "Check the connection and try again; or download it on another machine and name the "
            "folder with its files.",
        ) from error


def _is_network(error: Exception) -> bool:
    library = type(error).__module__.split(".")[0]
    kinds = (ConnectionError, TimeoutError, OfflineModeIsEnabled)
    return isinstance(error, kinds) or library.startswith(("httpx", "httpcore"))


def _licence(found: Any) -> str:
    stated = getattr(found.card_data, "license", None) if found.card_data else None
    tags = [tag.partition(":")[2] for tag in found.tags or () if tag.startswith("license:")]
    return str(stated or next(iter(tags), ""))
