/**
 * Camera frames in difficult conditions, drawn from a seed: the same number produces the same bytes. The bench measures
 * the decoder passes with them, and the gate samples them.
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
type HardKind = (typeof HARD_KINDS)[number];

/** Side of the centred square in a 720-line camera picture. */
export const SIDE = 720;
/** Frames per window. They differ, because the hand that holds the phone trembles. */
export const FRAMES_PER_WINDOW = 6;

/** A label in front of the camera for a moment. */
export interface HardWindow<Kind extends string = HardKind> {
  readonly kind: Kind;
  readonly text: string;
  /** Draws its frames; the array is reused. */
  readonly frames: () => Generator<Luma>;
}

/** Returns a random number in a range. */
type RandomBetween = (from: number, to: number) => number;

interface Draft {
  readonly label: Luma;
  readonly pose: Pose;
  /** Changes the light of each frame, before the sensor adds grain. */
  readonly light: (picture: Luma) => void;
  /** Sensor grain in grey levels. */
  readonly grain: number;
}

const TYPES = ['GGL', 'GPL', 'GGU', 'EDW', 'EDJ', 'DKL', 'SSL'];
const SIZES = ['MK06', 'CK02', 'UK08', '60x60', '100x150', 'SK06'];
const SERIAL = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function randomText(random: () => number): string {
  const pickOne = (options: readonly string[]) =>
    options[Math.floor(random() * options.length)] ?? '';
  const pickSome = (count: number) =>
    Array.from({ length: count }, () => pickOne([...SERIAL])).join('');
  const variant = String(2000 + Math.floor(random() * 2000));
  return `https://q.skylight.example/${pickOne(TYPES)}_${pickOne(SIZES)}_${variant}_${pickSome(8)}_${pickSome(4)}`;
}

const defaultDraft = (label: Luma, between: RandomBetween): Draft => ({
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

/** Difficulty of each kind. Ranges are chosen so that a plain decoder reads six of seven windows. */
const HARD: Readonly<
  Record<HardKind, (defaultDraft: Draft, between: RandomBetween) => Partial<Draft>>
> = {
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
    const [remainingLight, angle, offset] = [
      between(0.12, 0.6),
      between(0, 6.28),
      between(-0.3, 0.1),
    ];
    return {
      light: (picture) => {
        castShadow(picture, remainingLight, angle, offset);
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
    const ambientLight = between(0.02, 0.1);
    return {
      light: (picture) => {
        lightByTorch(picture, spot, ambientLight);
        dim(picture, 0.9, 8);
      },
      grain: 4,
    };
  },
  reflection: (_, between) => {
    const [gain, haze] = [between(0.04, 0.4), between(60, 150)];
    const [strength, angle] = [between(0, 50), between(0, 6.28)];
    const [bars, phase] = [between(1, 5), between(0, 1)];
    return {
      light: (picture) => {
        dim(picture, gain, haze);
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

/** Returns the window with this number. The kinds alternate. */
export function hardWindow(index: number): HardWindow {
  const random = randomNumbers(index * 7919 + 17);
  const between: RandomBetween = (from, to) => from + random() * (to - from);
  const kind = HARD_KINDS[index % HARD_KINDS.length] ?? 'dark';
  const text = randomText(random);
  const base = defaultDraft(labelPicture(text), between);
  const draft = { ...base, ...HARD[kind](base, between) };
  return { kind, text, frames: () => drawWindow(draft, index, between) };
}

const format = { width: SIDE, height: SIDE, framesPerSecond: 8 };
let background: Uint8Array | null = null;

function* drawWindow(draft: Draft, index: number, between: RandomBetween): Generator<Luma> {
  background ??= roof(format);
  const picture: Luma = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  const sensor = grain(draft.grain, index + 11);
  for (let frame = 0; frame < FRAMES_PER_WINDOW; frame += 1) {
    picture.data.set(background);
    drawLabel(picture, draft.label, shake(draft.pose, between));
    draft.light(picture);
    addGrain(picture.data, sensor, frame);
    yield picture;
  }
}

/** Pose of the next frame, after the hand moved a little. */
function shake(pose: Pose, between: RandomBetween): Pose {
  return {
    x: pose.x + between(-0.02, 0.02),
    y: pose.y + between(-0.02, 0.02),
    side: pose.side * between(0.97, 1.03),
    roll: pose.roll + between(-0.05, 0.05),
    pitch: pose.pitch + between(-0.04, 0.04),
    yaw: pose.yaw + between(-0.04, 0.04),
  };
}
