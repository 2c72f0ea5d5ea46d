"""The notebook, and the example of the documentation, as they stand."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs(path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 3
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) == 2
    assert any("illegal move" in output.get("text", "") for output in outputs)
    assert not any(output.get("name") == "stderr" for output in outputs), outputs
    keep = os.environ.get("TERN_PICTURES")
    if keep:
        nbformat.write(notebook, Path(keep) / path.name)


def test_there_is_a_notebook():
    assert NOTEBOOKS


def test_the_example_of_the_documentation():
    import tern

    board = tern.Board("wali")
    assert board.legal_moves[:2] == ["a1", "b1"]
    board.push("c3")
    board.pop()
    with tern.Engine.popen() as engine:
        engine.configure({"Hash": 128, "Level": "search"})
        result = engine.play(board, tern.Limit(time=0.1))
        assert result.move and result.info
        infos = engine.analyse(board, tern.Limit(nodes=20_000), multipv=3)
        assert len(infos) == 3
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.depth == 4:
                    analysis.stop()
        assert analysis.best
