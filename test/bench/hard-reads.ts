import { BAD_LIGHT_KINDS, badLightWindow } from '#test/film/bad-light.ts';
import { CODELESS_KINDS, codelessPicture } from '#test/film/codeless.ts';
import { FRAMES_PER_WINDOW, hardWindow, type HardWindow } from '#test/film/hard-frames.ts';
import type { Luma } from '#test/film/scene.ts';
import { scaledPart } from '#test/film/scaled-part.ts';
import { labelsPicture } from '#test/film/several-codes.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { readCodes } from '#workers/decode.ts';
import { passForFrame, type StillPass } from '#workers/frame.ts';
import { readStill } from '#workers/read-still.ts';
import type { PeerDecoder, DecoderPicture } from './peer-decoders.ts';

/** Codes that a decoder read in a family's windows or pictures. */
export interface Tally {
  readonly decoder: string;
  readonly family: string;
  /** The condition, if the family has several of them. */
  readonly kind: string;
  /** Number of codes read, and of all codes. */
  read: number;
  total: number;
  /** Number of texts read that aren't in any code of the picture. */
  wrong: number;
  /** CPU time of each frame, which other processes affect less than elapsed time. */
  readonly ms: number[];
}

/** Name of our decoder in the tallies. */
export const OURS = 'ours';

/** Numbers of windows or pictures by family; the slower peer decoders read only the first `peers` of them. */
interface Counts {
  readonly hard: number;
  readonly badLight: number;
  readonly otherKinds: number;
  readonly still: number;
  readonly peers: number;
}

type Read = (picture: DecoderPicture, frame: number) => Promise<readonly string[]>;

function readBy(pass: (frame: number) => StillPass): Read {
  return async ({ pixels }, frame) => {
    const { width, height } = pixels;
    const { hits } = await readCodes(pixels, { x: 0, y: 0, width, height }, pass(frame));
    return hits.map(({ text }) => text);
  };
}

const readAsCamera = readBy(passForFrame);
const CODELESS_PASSES = ['fast', 'thorough', 'fine', 'close', 'binarised', 'plain'] as const;
const readInEachPass = CODELESS_PASSES.map((pass) => readBy(() => pass));

async function readAsGallery({ luma }: DecoderPicture): Promise<readonly string[]> {
  const { hits } = await readStill(luma, (attempt) => toPixels(scaledPart(luma, attempt)));
  return hits.map(({ text }) => text);
}

/** Reads all families with our decoder, and the first windows of each family also with the other decoders. */
export async function readFamilies(
  counts: Counts,
  peers: readonly PeerDecoder[],
  progress: (text: string) => void,
): Promise<Tally[]> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (decoder: string, family: string, kind = family): Tally => {
    const key = `${decoder} ${family} ${kind}`;
    const newTally = { decoder, family, kind, read: 0, total: 0, wrong: 0, ms: [] };
    const tally = tallies.get(key) ?? newTally;
    tallies.set(key, tally);
    return tally;
  };
  /**
   * Reads a family's windows with our decoder and the first windows with every decoder, and adds the results to the
   * tallies.
   */
  const readAll = async (
    family: string,
    count: number,
    windowOf: (index: number) => HardWindow<string>,
  ) => {
    progress(`${family}, ${count} windows`);
    for (let index = 0; index < count; index += 1) {
      const window = windowOf(index);
      await readWindow(window, readAsCamera, tallyOf(OURS, family, window.kind));
      if (index >= counts.peers) continue;
      // A window draws different frames the second time, so each decoder gets its own.
      await readWindow(windowOf(index), readAsCamera, tallyOf(`${OURS}, same frames`, family));
      for (const { name, read } of peers) {
        await readWindow(windowOf(index), read, tallyOf(name, family));
      }
    }
  };
  // The first frames of a process are slow.
  await readAll('warm-up', 6, hardWindow);
  tallies.clear();

  await readAll('hard', counts.hard, hardWindow);
  for (const kind of BAD_LIGHT_KINDS) {
    const count = kind === 'badlight' ? counts.badLight : counts.otherKinds;
    await readAll(kind, count, (index) => badLightWindow(kind, index));
  }
  progress(`several codes, ${counts.still} pictures`);
  for (let index = 0; index < counts.still; index += 1) {
    const { texts, picture } = labelsPicture(index);
    await readPicture(picture, texts, readAsGallery, tallyOf(OURS, 'several codes'));
    if (index >= counts.peers / 4) continue;
    const secondTally = tallyOf(`${OURS}, same frames`, 'several codes');
    await readPicture(picture, texts, readAsGallery, secondTally);
    for (const { name, read } of peers) {
      await readPicture(picture, texts, read, tallyOf(name, 'several codes'));
    }
  }
  progress(`codeless, ${counts.otherKinds} pictures of each kind`);
  for (let index = 0; index < counts.otherKinds * CODELESS_KINDS.length; index += 1) {
    const kind = CODELESS_KINDS[index % CODELESS_KINDS.length] ?? 'text';
    const picture = codelessPicture(kind, index);
    for (const read of readInEachPass) {
      await readPicture(picture, [], read, tallyOf(OURS, 'codeless'));
    }
    if (index >= counts.peers) continue;
    for (const { name, read } of peers) {
      await readPicture(picture, [], read, tallyOf(name, 'codeless'));
    }
  }
  return [...tallies.values()];
}

/** Reads up to six frames until the label is read, like the camera. */
async function readWindow(window: HardWindow<string>, read: Read, tally: Tally): Promise<void> {
  tally.total += 1;
  let frame = 0;
  for (const picture of window.frames()) {
    const before = tally.read;
    await readPicture(
      picture,
      [window.text],
      (decoderPicture) => read(decoderPicture, frame),
      tally,
      0,
    );
    frame += 1;
    if (tally.read > before || frame === FRAMES_PER_WINDOW) return;
  }
}

async function readPicture(
  picture: Luma,
  texts: readonly string[],
  read: Read,
  tally: Tally,
  codes = texts.length,
): Promise<void> {
  const decoderPicture = { luma: picture, pixels: toPixels(picture) };
  const cpuAtStart = process.cpuUsage();
  const readTexts = new Set(await read(decoderPicture, 0));
  const { user, system } = process.cpuUsage(cpuAtStart);
  tally.ms.push((user + system) / 1000);
  tally.total += codes;
  tally.read += texts.filter((text) => readTexts.has(text)).length;
  tally.wrong += [...readTexts].filter((text) => !texts.includes(text)).length;
}
