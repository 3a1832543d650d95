import { test } from './app-test.ts';
import { type Club, openClub } from './club.ts';
import { openPushSink, type PushSink } from './push-sink.ts';

/** Starts one server per test file, with its push messages going to a sink. */
export function withPushClub(): { readonly club: Club; readonly sink: PushSink } {
  let opened: { club: Club; sink: PushSink } | null = null;
  const now = () => {
    if (!opened) throw new Error('The server only runs during tests.');
    return opened;
  };
  test.beforeAll(async () => {
    const sink = await openPushSink();
    opened = { sink, club: await openClub({ PUSH_TEST_SINK: sink.origin }) };
  });
  test.afterAll(async () => {
    await opened?.club.close();
    await opened?.sink.close();
  });
  return {
    get club() {
      return now().club;
    },
    get sink() {
      return now().sink;
    },
  };
}
