import { beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '#console/data/operator-error.ts';
import { createSaveQueue, type SaveResult } from '#console/parts/record/save-queue.ts';

let queue: ReturnType<typeof createSaveQueue>;
/** Names of the saves that were sent, in order. */
let sent: string[];
beforeEach(() => {
  queue = createSaveQueue();
  sent = [];
});

const saveAs = (name: string, result: SaveResult) => () => {
  sent.push(name);
  return Promise.resolve(result);
};

/** Saves as `first`, and ends that save with its result when `end` is called. */
function startSlowSave(result: SaveResult) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const saved = queue.add(async () => {
    sent.push('first');
    await promise;
    return result;
  });
  return { saved, end: () => resolve(undefined) };
}

test('saves run one after another', async () => {
  const { saved, end } = startSlowSave(null);
  const second = queue.add(saveAs('second', null));
  await Promise.resolve();
  expect(sent).toEqual(['first']);
  expect(queue.isBusy()).toBe(true);
  end();
  expect(await saved).toBeNull();
  expect(await second).toBeNull();
  expect(sent).toEqual(['first', 'second']);
  expect(queue.isBusy()).toBe(false);
});

test('a failed save is returned, and the next one is sent', async () => {
  const timeout = new OperatorError('timeout');
  expect(await queue.add(saveAs('first', timeout))).toBe(timeout);
  expect(await queue.add(saveAs('second', null))).toBeNull();
});

test('a conflict with another cause than two operators’ values doesn’t stop later saves', async () => {
  await queue.add(saveAs('first', new OperatorError('conflict')));
  expect(await queue.add(saveAs('second', null))).toBeNull();
});

describe('after two operators have changed the same text', () => {
  test('a pending save isn’t sent', async () => {
    const { end } = startSlowSave('undecided');
    const pending = queue.add(saveAs('second', null));
    end();
    expect(await pending).toMatchObject({ code: 'conflict' });
    expect(sent).toEqual(['first']);
  });

  test('no save is sent before the user has chosen', async () => {
    await queue.add(saveAs('first', 'undecided'));
    expect(await queue.add(saveAs('publish', null))).toMatchObject({ code: 'conflict' });
    expect(await queue.addChoice(saveAs('choice', null))).toBeNull();
    expect(await queue.add(saveAs('later', null))).toBeNull();
    expect(sent).toEqual(['first', 'choice', 'later']);
  });

  test('a choice isn’t sent if the save before it ends in another conflict', async () => {
    const { end } = startSlowSave('undecided');
    const pending = queue.addChoice(saveAs('choice', null));
    end();
    expect(await pending).toMatchObject({ code: 'conflict' });
    expect(sent).toEqual(['first']);
  });
});
