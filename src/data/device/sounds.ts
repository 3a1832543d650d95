/** The app's two sounds, made on the spot: no file to load, nothing to be missing offline. */

/** A wooden click; two rising tones. */
export type SoundName = 'caught' | 'closed';

interface Note {
  /** Hertz. */
  readonly pitch: number;
  /** Seconds after the sound's begin. */
  readonly at: number;
  /** Seconds until it has died away. */
  readonly lasts: number;
  readonly wave: 'sine' | 'triangle';
  /** 0 to 1. */
  readonly loudness: number;
}

const notes: Readonly<Record<SoundName, readonly Note[]>> = {
  // Two knocks at once that die at once: a stick on a board, not a beep.
  caught: [
    { pitch: 820, at: 0, lasts: 0.05, wave: 'triangle', loudness: 0.3 },
    { pitch: 2150, at: 0, lasts: 0.018, wave: 'sine', loudness: 0.12 },
  ],
  closed: [
    { pitch: 523.25, at: 0, lasts: 0.2, wave: 'sine', loudness: 0.2 },
    { pitch: 783.99, at: 0.14, lasts: 0.24, wave: 'sine', loudness: 0.2 },
  ],
};

/** How long a sound lasts, in ms. */
export function soundMs(name: SoundName): number {
  return Math.max(...notes[name].map(({ at, lasts }) => (at + lasts) * 1000));
}

export interface Sounds {
  /** To be called from within a tap: browsers keep a page silent until one. */
  unlock(): void;
  /** Silent where the device can't, or may not yet. */
  play(name: SoundName): void;
}

/** @param createContext where the browser makes sound; may throw where there is none */
export function createSounds(createContext: () => AudioContext): Sounds {
  let context: AudioContext | null = null;
  const unlock = () => {
    try {
      context ??= createContext();
    } catch {
      // A device without sound does everything else.
      return;
    }
    // A refusal only means silence.
    if (context.state === 'suspended') context.resume().catch(() => undefined);
  };
  return {
    unlock,
    play(name) {
      unlock();
      if (context?.state !== 'running') return;
      for (const note of notes[name]) playNote(context, note);
    },
  };
}

function playNote(context: AudioContext, { pitch, at, lasts, wave, loudness }: Note): void {
  const begin = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = wave;
  tone.frequency.value = pitch;
  // It rises in a moment and dies away: a tone that is cut off clicks twice.
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness, begin + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + lasts);
}
