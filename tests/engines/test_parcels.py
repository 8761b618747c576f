"""A task arrives as it was sent, whatever the sizes of its pages."""

import random
from multiprocessing import Pipe
from threading import Thread

from tests.seeds import every_seed
from weft.engines.chunks import Chunk, PagesTask, ShardTask
from weft.engines.shards import Shard
from weft.engines.worker import MIN_BUFFER, receive_task, send_task
from weft.io import RawPage
from weft.io.files import Source
from weft.io.line_slices import LineLot
from weft.io.reader import Reader
from weft.io.slices import Slice

SIZES = (0, 1, MIN_BUFFER - 1, MIN_BUFFER, MIN_BUFFER + 1, 70_000, 300_000)


def sent(task: PagesTask | ShardTask) -> PagesTask | ShardTask:
    near, far = Pipe()
    sender = Thread(target=send_task, args=(near, task))
    sender.start()
    found = receive_task(far)
    sender.join()
    near.close()
    far.close()
    return found


@every_seed(20)
def test_tasks_arrive_as_they_were(seed: int) -> None:
    draw = random.Random(seed)
    pages = [
        RawPage(id=f"p{number}", data=draw.randbytes(draw.choice(SIZES)), url=draw.choice([None, "http://a.example/"]))
        for number in range(draw.randrange(1, 9))
    ]
    task = Chunk(number=0, pages=pages).task()
    assert task is not None
    found = sent(task)
    assert found == task
    assert isinstance(found, PagesTask)
    assert all(type(parcel[1]) is bytes for _, parcel in found.parcels)
    lines = tuple((number, draw.choice([None, draw.randbytes(draw.choice(SIZES))])) for number in range(9))
    shard = Shard(number=0, sources=(Source(id="a.jsonl"),), reader=Reader(max_bytes=9))
    for one in (LineLot(name="a.jsonl", lines=lines), None):
        told = ShardTask(Shard(**{**vars(shard), "lot": one, "slice": Slice(start=1, end=2)}), frozenset({1}), {})
        assert sent(told) == told
