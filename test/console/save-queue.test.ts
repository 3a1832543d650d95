import { beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '#console/data/operator-error.ts';
import { createSaveQueue, type SaveResult } from '#console/parts/record/save-queue.ts';

let queue: ReturnType<typeof createSaveQueue>;
/** Names of the saves that were sent, in order. */
let sentTexts: string[];
beforeEach(() => {
  queue = createSaveQueue();
  sentTexts = [];
});

const saveAs = (name: string, result: SaveResult) => () => {
  sentTexts.push(name);
  return Promise.resolve(result);
};

/** Saves as `first`, and ends that save with its result when `end` is called. */
function startSlowSave(result: SaveResult) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const firstSave = queue.add(async () => {
    sentTexts.push('first');
    await promise;
    return result;
  });
  return { saved: firstSave, end: () => resolve(undefined) };
}

test('saves run one after another', async () => {
  const { saved: firstSave, end } = startSlowSave(null);
  const second = queue.add(saveAs('second', null));
  await Promise.resolve();
  expect(sentTexts).toEqual(['first']);
  expect(queue.isBusy()).toBe(true);
  end();
  expect(await firstSave).toBeNull();
  expect(await second).toBeNull();
  expect(sentTexts).toEqual(['first', 'second']);
  expect(queue.isBusy()).toBe(false);
});

test('a failed save is returned, and the next one is sent', async () => {
  const timeout = new OperatorError('timeout');
  expect(await queue.add(saveAs('first', timeout))).toBe(timeout);
  expect(await queue.add(saveAs('second', null))).toBeNull();
});

test('a conflict that isn’t between two operators’ values doesn’t stop later saves', async () => {
  await queue.add(saveAs('first', new OperatorError('conflict')));
  expect(await queue.add(saveAs('second', null))).toBeNull();
});

describe('after two operators have changed the same text', () => {
  test('a pending save isn’t sent', async () => {
    const { end } = startSlowSave('undecided');
    const pending = queue.add(saveAs('second', null));
    end();
    expect(await pending).toMatchObject({ code: 'conflict' });
    expect(sentTexts).toEqual(['first']);
  });

  test('no save is sent before the user has chosen', async () => {
    await queue.add(saveAs('first', 'undecided'));
    expect(await queue.add(saveAs('publish', null))).toMatchObject({ code: 'conflict' });
    expect(await queue.addChoice(saveAs('choice', null))).toBeNull();
    expect(await queue.add(saveAs('later', null))).toBeNull();
    expect(sentTexts).toEqual(['first', 'choice', 'later']);
  });

  test('a choice isn’t sent if the save before it ends in another conflict', async () => {
    const { end } = startSlowSave('undecided');
    const pending = queue.addChoice(saveAs('choice', null));
    end();
    expect(await pending).toMatchObject({ code: 'conflict' });
    expect(sentTexts).toEqual(['first']);
  });
});
