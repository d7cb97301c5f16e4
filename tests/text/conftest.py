import pytest

from schemac.text import yaml_events


@pytest.fixture(params=["libyaml", "pure"])
def yaml_parser(request, monkeypatch):
    """Both parsers that PyYAML may bring."""
    if request.param == "pure":
        monkeypatch.setattr(yaml_events, "CParser", None)
    elif vars(yaml_events)["CParser"] is None:
        pytest.skip("PyYAML was built without libyaml")
    return request.param
