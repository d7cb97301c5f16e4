"""The listing cache over mappings that people use: a dict, cachetools, and Redis."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import MutableMapping

import cachetools
import pytest
import redis

from schemac.catalog.decisions import Decisions
from schemac.findings import SchemacError
from schemac.plan import plan
from schemac.surface.cache import ListingCache

OBJECT = {"type": "object"}
MANIFEST = {
    "schemac": 1,
    "domains": {"default": {"group_by": "group", "page_size": 1}},
    "tools": [
        {"name": "look", "group": "stock", "inputSchema": OBJECT, "requires": "read"},
        {"name": "purge", "group": "admin", "inputSchema": OBJECT, "requires": "admin"},
        {"name": "ping", "expose": "flat", "inputSchema": OBJECT},
    ],
}


class RedisMapping(MutableMapping[str, bytes]):
    """A mapping over a Redis server, as a user would write it."""

    def __init__(self, client):
        self.client = client

    def __getitem__(self, key):
        value = self.client.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.client.set(key, value, ex=60)

    def __delitem__(self, key):
        if not self.client.delete(key):
            raise KeyError(key)

    def __iter__(self):
        return iter(key.decode() for key in self.client.scan_iter())

    def __len__(self):
        return self.client.dbsize()


@pytest.fixture
def redis_mapping(tmp_path):
    server = shutil.which("redis-server")
    if server is None:
        pytest.skip("no Redis server can be started here")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client = redis.Redis(port=port)
    try:
        for _ in range(200):
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.05)
        yield RedisMapping(client)
    finally:
        client.close()
        running.terminate()
        running.wait()


@pytest.fixture(params=["dict", "cachetools", "redis"])
def mapping(request):
    if request.param == "redis":
        return request.getfixturevalue("redis_mapping")
    return {} if request.param == "dict" else cachetools.LRUCache(maxsize=100)


def test_the_cache_never_mistakes_one_caller_for_another(mapping):
    made, cache = plan(MANIFEST), ListingCache(mapping)
    callers = [{}, {"grants": ["read"]}, {"grants": ["read", "admin"]}, {"tools": {"ping": False}}, {"grants": []}]
    for _ in range(2):
        for value in callers:
            decisions = Decisions.parse(value)
            for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
                cursor = None
                while True:
                    fresh = plan(MANIFEST).compile(decisions).list_result(version, cursor)
                    assert cache.list_result(made, decisions, version, cursor) == fresh
                    cursor = fresh.get("nextCursor")
                    if cursor is None:
                        break


def test_equal_answers_share_an_entry_and_other_definitions_do_not(mapping):
    cache = ListingCache(mapping)
    cache.list_result(plan(MANIFEST), Decisions.granting("read"), "2025-11-25")
    cache.list_result(plan(MANIFEST), Decisions.parse({"predicates": {"read": True, "admin": False}}), "2025-11-25")
    assert len(mapping) == 1
    changed = json.loads(json.dumps(MANIFEST))
    changed["tools"][0]["requires"] = "nobody"
    listed = cache.list_result(plan(changed), Decisions.granting("read"), "2025-11-25")
    assert len(mapping) == 2
    assert "look" not in json.dumps(listed)


def test_entries_that_are_no_results_are_replaced_and_refusals_are_not_kept(mapping):
    cache, made, decisions = ListingCache(mapping), plan(MANIFEST), Decisions.granting("read")
    wanted = cache.list_result(made, decisions, "2025-11-25")
    for key in list(mapping):
        mapping[key] = b"\xff not json"
    assert cache.list_result(made, decisions, "2025-11-25") == wanted
    before = len(mapping)
    with pytest.raises(SchemacError, match="cursor-invalid"):
        cache.list_result(made, decisions, "2025-11-25", "made-up")
    assert len(mapping) == before
