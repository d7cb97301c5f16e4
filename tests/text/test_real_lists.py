import json

import pytest

from schemac.text import decode_json, load
from schemac.text.numbers import read_number
from tests.shared import real_tool_files


@pytest.mark.real
@pytest.mark.parametrize("path", real_tool_files(), ids=lambda path: path.stem)
def test_a_real_list_reads_as_the_standard_library_reads_it(path):
    data = path.read_bytes()
    expected = json.loads(data, parse_float=read_number)
    loaded = load(data, format="json", file=path.name)
    assert loaded.value == expected
    assert decode_json(data.decode()) == expected
    if len(data) < 200_000:
        assert load(data, format="yaml").value == expected
    last = len(expected["tools"]) - 1
    place = loaded.locate(("tools", last, "name"), key=True)
    assert place
    assert json.dumps(expected["tools"][last]["name"]) in loaded.source_line(place)
