import { describe, expect, test } from 'vitest';
import {
  createHaptics,
  type HapticEvent,
  createSounds,
  soundMs,
} from '#src/data/device/haptics-and-sounds.ts';

const events = [
  'captured',
  'rejected',
  'saved',
  'closed',
] as const satisfies readonly HapticEvent[];

/** Vibration and sound of every event. */
function recordHaptics(settings: { sounds: boolean; vibration: boolean }) {
  const vibrations: number[][] = [];
  const tones: string[] = [];
  const haptics = createHaptics({
    settings: () => settings,
    vibrate: (pattern) => vibrations.push(pattern),
    sounds: { play: (name) => tones.push(name) },
  });
  for (const event of events) haptics(event);
  return { felt: vibrations, heard: tones };
}

test('each event has its own vibration, and sound only if enabled', () => {
  expect(recordHaptics({ sounds: false, vibration: true })).toEqual({
    felt: [[12], [20, 60, 20], [18], [20, 40, 30, 40, 60]],
    heard: [],
  });
});

test('only a capture and a closing make a sound', () => {
  expect(recordHaptics({ sounds: true, vibration: false })).toEqual({
    felt: [],
    heard: ['captured', 'closed'],
  });
});

/** A fake audio context that records its tones in order. */
function fakeAudio() {
  const played: { pitch: number; from: number; to: number }[] = [];
  const noop = () => undefined;
  const context = {
    state: 'suspended',
    currentTime: 0,
    destination: {},
    mayResume: false,
    resume: () => {
      if (context.mayResume) context.state = 'running';
      return Promise.resolve();
    },
    createGain: () => ({
      gain: {
        setValueAtTime: noop,
        linearRampToValueAtTime: noop,
        exponentialRampToValueAtTime: noop,
      },
      connect: (next: unknown) => next,
    }),
    createOscillator: () => {
      const tone = { pitch: 0, from: 0, to: 0 };
      return {
        type: 'sine',
        frequency: {
          set value(pitch: number) {
            tone.pitch = pitch;
          },
        },
        connect: (next: unknown) => next,
        start: (at: number) => void (tone.from = at),
        stop: (at: number) => {
          tone.to = at;
          played.push(tone);
        },
      };
    },
  };
  return { played, context };
}

describe('the sounds', () => {
  test('are silent until the browser allows the page to play audio', () => {
    const { played, context } = fakeAudio();
    const sounds = createSounds(() => context as unknown as AudioContext);
    sounds.play('captured');
    expect(played).toEqual([]);
    context.mayResume = true;
    sounds.unlock();
    sounds.play('captured');
    expect(played).not.toEqual([]);
  });

  test('are a click, and two tones with the second one higher, each under 400 ms', () => {
    const { played, context } = fakeAudio();
    context.mayResume = true;
    const sounds = createSounds(() => context as unknown as AudioContext);
    sounds.play('closed');
    const [low, high] = played;
    expect(played).toHaveLength(2);
    expect(high?.pitch).toBeGreaterThan(low?.pitch ?? Infinity);
    expect(high?.from).toBeGreaterThan(low?.from ?? Infinity);
    expect(soundMs('closed')).toBeLessThan(400);
    expect(soundMs('captured')).toBeLessThan(100);
  });

  test('fail silently on devices without audio', () => {
    const sounds = createSounds(() => {
      throw new Error('no sound');
    });
    expect(() => sounds.play('closed')).not.toThrow();
  });
});
