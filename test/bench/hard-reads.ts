import { readBarcodes } from 'zxing-wasm/reader';
import { FRAMES_PER_WINDOW, hardWindow, type HardKind } from '#test/film/hard-frames.ts';
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { readPixels } from '#workers/decode.ts';
import { passOf, type Pixels } from '#workers/frame.ts';

/** One look at a frame: the texts that were found. */
type Look = (pixels: Pixels) => Promise<string[]>;

/** What one round of passes made of a window. */
export interface RoundRead {
  readonly read: boolean;
  /** Something was read that does not stand there. */
  readonly wrong: boolean;
  /** Of each frame that was looked at: processor time, which others on the machine don't lengthen as much. */
  readonly ms: readonly number[];
}

/** Both rounds on the same frames. */
export interface HardRead {
  readonly kind: HardKind;
  readonly before: RoundRead;
  readonly now: RoundRead;
}

const looks = {
  fast: lookBy('fast'),
  thorough: lookBy('thorough'),
  evened: lookBy('evened'),
  /** The second pass of every three, as it was before the light was evened out. */
  asIs: async (pixels: Pixels): Promise<string[]> => {
    const found = await readBarcodes(pixels as ImageData, {
      ...{ formats: ['QRCodeModel2'], textMode: 'Plain', maxNumberOfSymbols: 8 },
      ...{ downscaleThreshold: 200, downscaleFactor: 2, tryHarder: true, tryDenoise: true },
    });
    return found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text);
  },
};

function lookBy(pass: ReturnType<typeof passOf>): Look {
  return async (pixels) => {
    const { width, height } = pixels;
    const { hits } = await readPixels(pixels, { x: 0, y: 0, width, height }, pass);
    return hits.map(({ text }) => text);
  };
}

const ROUND_BEFORE = [looks.fast, looks.fast, looks.asIs];
/** The passes of six frames, as the camera has them. */
const ROUND_NOW = Array.from({ length: FRAMES_PER_WINDOW }, (_, frame) => looks[passOf(frame)]);

/**
 * Reads the windows of the numbers below `count` with both rounds of passes. As at the camera, a round looks at frame
 * after frame until the label is read, at most six of them. A look that both have in common is taken once.
 */
export async function readHardWindows(count: number): Promise<HardRead[]> {
  await prepareDecoder();
  await warmUp(count);
  const reads: HardRead[] = [];
  for (let index = 0; index < count; index += 1) {
    const { kind, text, frames } = hardWindow(index);
    const before = follow(ROUND_BEFORE, text);
    const now = follow(ROUND_NOW, text);
    for (const picture of frames()) {
      const taken = new Map<Look, Promise<Seen>>();
      const see = (look: Look) => {
        const seen = taken.get(look) ?? timed(look, toPixels(picture));
        taken.set(look, seen);
        return seen;
      };
      await before.follow(see);
      await now.follow(see);
      if (before.read && now.read) break;
    }
    reads.push({ kind, before, now });
  }
  return reads;
}

/** The first frames of a process are slow, whatever the pass: some that count for nothing. */
async function warmUp(from: number): Promise<void> {
  for (const picture of hardWindow(from).frames()) {
    for (const look of Object.values(looks)) await look(toPixels(picture));
  }
}

interface Seen {
  readonly texts: readonly string[];
  readonly ms: number;
}

async function timed(look: Look, pixels: Pixels): Promise<Seen> {
  const from = process.cpuUsage();
  const texts = await look(pixels);
  const { user, system } = process.cpuUsage(from);
  return { texts, ms: (user + system) / 1000 };
}

function follow(round: readonly Look[], text: string) {
  const ms: number[] = [];
  const state = {
    read: false,
    wrong: false,
    ms,
    async follow(see: (look: Look) => Promise<Seen>): Promise<void> {
      const look = round[ms.length % round.length];
      if (state.read || !look) return;
      const seen = await see(look);
      ms.push(seen.ms);
      state.read = seen.texts.includes(text);
      if (seen.texts.some((other) => other !== text)) state.wrong = true;
    },
  };
  return state;
}
