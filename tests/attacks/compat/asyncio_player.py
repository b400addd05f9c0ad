#!/usr/bin/env python3
"""A player whose loop is asyncio's, reading standard input as a stream."""
import asyncio
import json
import sys


async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 21)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)

    async def say(message):
        writer.write((json.dumps(message) + "\n").encode())
        await writer.drain()
    await reader.readline()
    await say({"ready": True})
    while line := await reader.readline():
        message = json.loads(line)
        if "end" in message:
            break
        await asyncio.sleep(0.001)
        await say({"turn": message["turn"], "accept": False})
    print("CHECKED 1", file=sys.stderr)


asyncio.run(main())
