import { test } from './app-test.ts';
import { type Club, openClub } from './club.ts';
import { openPushSink, type PushSink } from './push-sink.ts';

/** Starts one server per test file, which sends its push messages to a sink. */
export function setUpPushClub(): { readonly club: Club; readonly sink: PushSink } {
  let shared: { club: Club; sink: PushSink } | null = null;
  const current = () => {
    if (!shared) throw new Error('The server only runs during tests.');
    return shared;
  };
  test.beforeAll(async () => {
    const sink = await openPushSink();
    shared = { sink, club: await openClub({ PUSH_TEST_SINK: sink.origin }) };
  });
  test.afterAll(async () => {
    await shared?.club.close();
    await shared?.sink.close();
  });
  return {
    get club() {
      return current().club;
    },
    get sink() {
      return current().sink;
    },
  };
}
