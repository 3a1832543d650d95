import { readBarcodes } from 'zxing-wasm/reader';
import { FRAMES_PER_WINDOW, hardWindow, type HardKind } from '#test/film/hard-frames.ts';
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { readCodes } from '#workers/decode.ts';
import { passForFrame, type Pixels } from '#workers/frame.ts';

/** A decoding pass over a frame; returns the texts found. */
type Look = (pixels: Pixels) => Promise<string[]>;

/** Result of one round of passes over a window. */
export interface RoundRead {
  readonly read: boolean;
  /** Decoded a text that isn't there. */
  readonly wrong: boolean;
  /** CPU time per frame, which other processes affect less than elapsed time. */
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
  /** Every third pass, without light correction. */
  asIs: async (pixels: Pixels): Promise<string[]> => {
    const found = await readBarcodes(pixels as ImageData, {
      ...{ formats: ['QRCodeModel2'], textMode: 'Plain', maxNumberOfSymbols: 8 },
      ...{ downscaleThreshold: 200, downscaleFactor: 2, tryHarder: true, tryDenoise: true },
    });
    return found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text);
  },
};

function lookBy(pass: ReturnType<typeof passForFrame>): Look {
  return async (pixels) => {
    const { width, height } = pixels;
    const { hits } = await readCodes(pixels, { x: 0, y: 0, width, height }, pass);
    return hits.map(({ text }) => text);
  };
}

const ROUND_BEFORE = [looks.fast, looks.fast, looks.asIs];
/** Passes for six frames, as in the camera. */
const ROUND_NOW = Array.from(
  { length: FRAMES_PER_WINDOW },
  (_, frame) => looks[passForFrame(frame)],
);

/**
 * Reads the windows below `count` with both rounds. Like the camera, each round tries up to six
 * frames until the label is read. A pass common to both rounds runs once.
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
      const taken = new Map<Look, Promise<PassResult>>();
      const see = (look: Look) => {
        const result = taken.get(look) ?? timed(look, toPixels(picture));
        taken.set(look, result);
        return result;
      };
      await before.follow(see);
      await now.follow(see);
      if (before.read && now.read) break;
    }
    reads.push({ kind, before, now });
  }
  return reads;
}

/** The first frames of a process are slow; discard some. */
async function warmUp(from: number): Promise<void> {
  for (const picture of hardWindow(from).frames()) {
    for (const look of Object.values(looks)) await look(toPixels(picture));
  }
}

interface PassResult {
  readonly texts: readonly string[];
  readonly ms: number;
}

async function timed(look: Look, pixels: Pixels): Promise<PassResult> {
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
    async follow(see: (look: Look) => Promise<PassResult>): Promise<void> {
      const look = round[ms.length % round.length];
      if (state.read || !look) return;
      const result = await see(look);
      ms.push(result.ms);
      state.read = result.texts.includes(text);
      if (result.texts.some((other) => other !== text)) state.wrong = true;
    },
  };
  return state;
}
