"""Where things lie: the person's data folder and the files that ship with the program."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def home() -> Path:
    """The data folder: `NEWSDESK_HOME`, else the platform's place for user data."""
    override = os.environ.get("NEWSDESK_HOME")
    if override:
        return Path(override).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_dir("newsdesk", appauthor=False))


def database() -> Path:
    """The store's SQLite file."""
    return home() / "newsdesk.db"


def covers() -> Path:
    """Cover files, named by the hash of their bytes."""
    return home() / "covers"


def renditions() -> Path:
    """Covers as the screen shows them: upright, small JPEG files that can be made again."""
    return home() / "renditions"


def rendition(digest: str) -> Path:
    """The file that stands for one cover on the screen."""
    return renditions() / digest[:2] / f"{digest}.jpg"


def large_rendition(digest: str) -> Path:
    """The file of a cover's picture as it is looked at in a window of its own."""
    return renditions() / "large" / f"{digest}.jpg"


def installed_models() -> Path:
    """Model folders that the person imported or trained."""
    return home() / "models"


def ensembles() -> Path:
    """One small file an ensemble: which models answer together."""
    return home() / "ensembles"


def logs() -> Path:
    """Log files of the window and of its child processes."""
    return home() / "logs"


def jobs() -> Path:
    """One folder a job: its snapshot, checkpoints and log."""
    return home() / "jobs"


def job(job_id: int) -> Path:
    """The folder of one job."""
    return jobs() / str(job_id)


def evaluation(evaluation_id: int) -> Path:
    """What one evaluation found of each article."""
    return home() / "evaluations" / str(evaluation_id)


def evaluation_so_far(evaluation_id: int) -> Path:
    """What a model has said in an evaluation that is not at its end."""
    return home() / "evaluations" / f"{evaluation_id}.so_far"


def projections() -> Path:
    """Features as points in the plane, which can be made again."""
    return home() / "cache" / "projections"


def doubts() -> Path:
    """What was found in the labels of data sets, which can be found again."""
    return home() / "cache" / "doubts"


def encoders() -> Path:
    """Base models that the person had downloaded."""
    return home() / "encoders"


def token_cache() -> Path:
    """Tokenised data sets, which can be made again."""
    return home() / "cache" / "tokens"


def teacher_answers() -> Path:
    """What teachers said of articles, which can be asked again."""
    return home() / "cache" / "answers"


def bundled_recipes() -> Path:
    """Specifications that ship with the program."""
    return resources() / "recipes"


def resources() -> Path:
    """Files that ship with the program: inside the package, or in the root of a checkout."""
    packaged = _PACKAGE / "_resources"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "resources"


def bundled_models() -> Path:
    """Model folders that ship with the program."""
    return resources() / "models"
