"""Nothing that a test keeps is kept where the user keeps things."""

import os
import tempfile

_HOME = tempfile.TemporaryDirectory(prefix="shido-test-")
os.environ["SHIDO_CACHE"] = os.path.join(_HOME.name, "cache")
os.environ["SHIDO_DATA"] = os.path.join(_HOME.name, "data")
