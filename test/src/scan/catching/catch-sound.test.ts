import { describe, expect, test } from 'vitest';
import { createCatchSound } from '#src/features/scan/catching/catch-sound.ts';

/** A browser's sound that notes what it was made to play. */
function staged() {
  const played: number[] = [];
  const noGain = () => undefined;
  const context = {
    state: 'suspended',
    currentTime: 0,
    destination: {},
    resume: () => {
      context.state = 'running';
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    createGain: () => ({
      gain: { setValueAtTime: noGain, linearRampToValueAtTime: noGain },
      connect: (next: unknown) => next,
    }),
    createOscillator: () => {
      const note = {
        frequency: { value: 0 },
        connect: (next: unknown) => next,
        start: () => played.push(note.frequency.value),
        stop: () => undefined,
      };
      return note;
    },
  };
  return { played, context: context as unknown as AudioContext };
}

describe('the sound of a catch', () => {
  test('is silent until the first tap, and heard after it', () => {
    const { played, context } = staged();
    const sound = createCatchSound(() => context);
    sound.play('caught');
    expect(played).toEqual([]);
    sound.unlock();
    sound.play('caught');
    expect(played).toHaveLength(2);
  });

  test('tells what is new from what is known already', () => {
    const { played, context } = staged();
    const sound = createCatchSound(() => context);
    sound.unlock();
    sound.play('caught');
    const caught = played.splice(0);
    sound.play('repeated');
    expect(played).not.toEqual(caught);
    expect(Math.max(...played)).toBeLessThan(Math.min(...caught));
  });

  test('is missing without harm where a device has none', () => {
    const sound = createCatchSound(() => {
      throw new Error('no sound');
    });
    sound.unlock();
    expect(() => sound.play('caught')).not.toThrow();
  });

  test('ends with the screen', () => {
    const { played, context } = staged();
    const sound = createCatchSound(() => context);
    sound.unlock();
    sound.close();
    sound.play('caught');
    expect(played).toEqual([]);
  });
});
