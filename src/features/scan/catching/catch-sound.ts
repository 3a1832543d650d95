/** The short sound of a caught label, made on the spot: no file to load, nothing to be missing offline. */

/** What a reading came to, as far as it is heard: kept, or known already. */
export type CatchTone = 'caught' | 'repeated';

interface Note {
  /** Hertz. */
  readonly pitch: number;
  /** Seconds after the sound's begin. */
  readonly at: number;
}

/** Two rising notes for something new, one low one for what is known already. */
const tunes: Readonly<Record<CatchTone, readonly Note[]>> = {
  caught: [
    { pitch: 1318.5, at: 0 },
    { pitch: 1760, at: 0.07 },
  ],
  repeated: [{ pitch: 440, at: 0 }],
};
/** Seconds a note sounds. */
const NOTE_SECONDS = 0.11;
/** 0 to 1: to be heard beside a road, not to startle. */
const LOUDNESS = 0.25;

export interface CatchSound {
  /** To be called from within a tap: browsers keep a page silent until one. */
  unlock(): void;
  /** Does nothing while the page may not sound yet. */
  play(tone: CatchTone): void;
  close(): void;
}

/** @param createContext where the browser makes sound; may throw where there is none */
export function createCatchSound(createContext: () => AudioContext): CatchSound {
  let context: AudioContext | null = null;

  const opened = (): AudioContext | null => {
    try {
      context ??= createContext();
    } catch {
      // A device without sound still scans.
    }
    return context;
  };

  return {
    unlock() {
      // A refusal only means silence.
      if (opened()?.state === 'suspended') context?.resume().catch(() => undefined);
    },
    play(tone) {
      if (context?.state !== 'running') return;
      const now = context.currentTime;
      for (const { pitch, at } of tunes[tone]) playNote(context, pitch, now + at);
    },
    close() {
      context?.close().catch(() => undefined);
      context = null;
    },
  };
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const note = context.createOscillator();
  const volume = context.createGain();
  note.frequency.value = pitch;
  // Fades in and out: a tone that is cut off clicks.
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  volume.gain.linearRampToValueAtTime(0, at + NOTE_SECONDS);
  note.connect(volume).connect(context.destination);
  note.start(at);
  note.stop(at + NOTE_SECONDS);
}
