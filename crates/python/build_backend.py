"""Builds the package: maturin does, which compiles the library.

Where `SHIDO_BUILT` names a library that was compiled already, that one is packed instead: the tests of the workspace
compile it with everything else, and to compile it again takes minutes.
"""

import base64
import hashlib
import os
import zipfile
from pathlib import Path

import maturin
from maturin import build_editable, build_sdist, get_requires_for_build_sdist  # noqa: F401
from maturin import get_requires_for_build_editable, prepare_metadata_for_build_editable  # noqa: F401
from maturin import get_requires_for_build_wheel, prepare_metadata_for_build_wheel  # noqa: F401


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    built = os.environ.get("SHIDO_BUILT")
    if not built:
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    if metadata_directory is None:
        metadata_directory = Path(wheel_directory) / "metadata"
        metadata_directory.mkdir()
        name = maturin.prepare_metadata_for_build_wheel(str(metadata_directory), config_settings)
        metadata = metadata_directory / name
    else:
        metadata = Path(metadata_directory)
        metadata = metadata if metadata.suffix == ".dist-info" else next(metadata.glob("*.dist-info"))
    tag = next(
        line.split(": ", 1)[1].strip()
        for line in (metadata / "WHEEL").read_text().splitlines()
        if line.startswith("Tag: ")
    )
    here = Path(__file__).parent / "python"
    files = {str(path.relative_to(here)): path for path in sorted(here.rglob("*")) if path.is_file()}
    files = {name: path for name, path in files.items() if "__pycache__" not in name}
    files["shido/_shido.abi3.so"] = Path(built)
    for path in sorted(metadata.iterdir()):
        if path.is_file() and path.name != "RECORD":
            files[f"{metadata.name}/{path.name}"] = path
    wheel = f"{metadata.name[: -len('.dist-info')]}-{tag}.whl"
    record = f"{metadata.name}/RECORD"
    lines = []
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files.items():
            data = path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}\n")
            archive.writestr(name, data)
        archive.writestr(record, "".join(lines) + f"{record},,\n")
    return wheel
