/**
 * Frames as a camera has them where scanning is hard, drawn by a seed: the same number gives the same bytes.
 * What the bench measures the passes with, and the gate samples.
 */
import { bend } from './bend.ts';
import { drawLabel } from './draw-label.ts';
import { roof } from './film-frames.ts';
import { labelPicture } from './label-picture.ts';
import { addGlare, addReflection, blurAlong, castShadow, dim, lightByTorch } from './light.ts';
import { addGrain, grain, randomNumbers } from './noise.ts';
import type { Pose } from './pose.ts';
import type { Luma } from './scene.ts';

export const HARD_KINDS = [
  'dark',
  'noise',
  'small',
  'steep',
  'curved',
  'shadow',
  'motion',
  'inverted',
  'glare',
  'torch',
  'reflection',
  'faded',
] as const;
export type HardKind = (typeof HARD_KINDS)[number];

/** What a camera of 720 lines gives the decoder: its middle square. */
const SIDE = 720;
/** So often a label is looked at in turn, while the hand that aims is never quite still. */
export const FRAMES_PER_WINDOW = 6;

/** One label before the camera for a moment. */
export interface HardWindow {
  readonly kind: HardKind;
  readonly text: string;
  /** Draws its frames one after another; each is the same array drawn anew. */
  readonly frames: () => Generator<Luma>;
}

/** A number between two others. */
type Between = (from: number, to: number) => number;

interface Draft {
  readonly label: Luma;
  readonly pose: Pose;
  /** What is done to each picture, before the sensor's grain. */
  readonly light: (picture: Luma) => void;
  /** Of the sensor, in brightness steps. */
  readonly grain: number;
}

const TYPES = ['GGL', 'GPL', 'GGU', 'EDW', 'EDJ', 'DKL', 'SSL'];
const SIZES = ['MK06', 'CK02', 'UK08', '60x60', '100x150', 'SK06'];
const SERIAL = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function textBy(random: () => number): string {
  const one = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const some = (count: number) => Array.from({ length: count }, () => one([...SERIAL])).join('');
  const variant = String(2000 + Math.floor(random() * 2000));
  return `https://q.skylight.example/${one(TYPES)}_${one(SIZES)}_${variant}_${some(8)}_${some(4)}`;
}

const usual = (label: Luma, between: Between): Draft => ({
  label,
  pose: {
    x: between(-0.08, 0.08),
    y: between(-0.08, 0.08),
    side: between(0.28, 0.5),
    roll: between(-0.6, 0.6),
    pitch: between(-0.3, 0.3),
    yaw: between(-0.3, 0.3),
  },
  light: (picture) => dim(picture, 0.85, 16),
  grain: 3,
});

/** What makes each kind hard. The ranges are such that a decoder without any of our help reads six of seven windows. */
const HARD: Readonly<Record<HardKind, (usual: Draft, between: Between) => Partial<Draft>>> = {
  dark: (_, between) => {
    const [gain, black] = [between(0.03, 0.13), between(4, 14)];
    return { light: (picture) => dim(picture, gain, black), grain: between(1.5, 3.5) };
  },
  noise: (_, between) => ({ grain: between(30, 75) }),
  small: ({ pose }, between) => ({ pose: { ...pose, side: between(0.065, 0.16) } }),
  steep: ({ pose }, between) => ({
    pose: { ...pose, pitch: between(0.85, 1.28), yaw: between(-0.5, 0.5) },
  }),
  curved: ({ label }, between) => ({ label: bend(label, between(0.1, 0.4), between(0, 0.03)) }),
  shadow: (_, between) => {
    const [left, angle, offset] = [between(0.12, 0.6), between(0, 6.28), between(-0.3, 0.1)];
    return {
      light: (picture) => {
        castShadow(picture, left, angle, offset);
        dim(picture, 0.85, 16);
      },
    };
  },
  motion: ({ pose }, between) => {
    const [pixels, angle] = [between(4, 14), between(0, 3.14)];
    return {
      pose: { ...pose, side: between(0.28, 0.4) },
      light: (picture) => {
        blurAlong(picture, pixels, angle);
        dim(picture, 0.85, 16);
      },
    };
  },
  inverted: ({ label }, between) => {
    const gain = between(0.15, 0.8);
    const data = label.data.map((value) => 255 - value);
    return { label: { ...label, data }, light: (picture) => dim(picture, gain, 16), grain: 6 };
  },
  glare: (_, between) => {
    const spot = { x: between(-0.25, 0.25), y: between(-0.25, 0.25), radius: between(0.08, 0.22) };
    const strength = between(90, 300);
    return {
      light: (picture) => {
        dim(picture, 0.75, 16);
        addGlare(picture, spot, strength);
      },
    };
  },
  torch: (_, between) => {
    const spot = { x: between(-0.25, 0.25), y: between(-0.25, 0.25), radius: between(0.14, 0.32) };
    const around = between(0.02, 0.1);
    return {
      light: (picture) => {
        lightByTorch(picture, spot, around);
        dim(picture, 0.9, 8);
      },
      grain: 4,
    };
  },
  reflection: (_, between) => {
    const [gain, veil] = [between(0.04, 0.4), between(60, 150)];
    const [strength, angle] = [between(0, 50), between(0, 6.28)];
    const [bars, phase] = [between(1, 5), between(0, 1)];
    return {
      light: (picture) => {
        dim(picture, gain, veil);
        addReflection(picture, strength, angle, bars, phase);
      },
      grain: between(1, 3),
    };
  },
  faded: ({ label }, between) => {
    const ink = between(0.04, 0.35);
    const paper = label.data[0] ?? 0;
    const data = label.data.map((value) => paper - (paper - value) * ink);
    return { label: { ...label, data }, grain: between(1, 3) };
  },
};

/** The window of a number; its kind is the number's turn of all kinds. */
export function hardWindow(index: number): HardWindow {
  const random = randomNumbers(index * 7919 + 17);
  const between: Between = (from, to) => from + random() * (to - from);
  const kind = HARD_KINDS[index % HARD_KINDS.length] ?? 'dark';
  const text = textBy(random);
  const plain = usual(labelPicture(text), between);
  const draft = { ...plain, ...HARD[kind](plain, between) };
  return { kind, text, frames: () => drawWindow(draft, index, between) };
}

const format = { width: SIDE, height: SIDE, framesPerSecond: 8 };
let background: Uint8Array | null = null;

function* drawWindow(draft: Draft, index: number, between: Between): Generator<Luma> {
  background ??= roof(format);
  const picture: Luma = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  const sensor = grain(draft.grain, index + 11);
  for (let frame = 0; frame < FRAMES_PER_WINDOW; frame += 1) {
    picture.data.set(background);
    drawLabel(picture, draft.label, trembling(draft.pose, between));
    draft.light(picture);
    addGrain(picture.data, sensor, frame);
    yield picture;
  }
}

/** The pose of the next picture: the hand has moved a little. */
function trembling(pose: Pose, between: Between): Pose {
  return {
    x: pose.x + between(-0.02, 0.02),
    y: pose.y + between(-0.02, 0.02),
    side: pose.side * between(0.97, 1.03),
    roll: pose.roll + between(-0.05, 0.05),
    pitch: pose.pitch + between(-0.04, 0.04),
    yaw: pose.yaw + between(-0.04, 0.04),
  };
}
