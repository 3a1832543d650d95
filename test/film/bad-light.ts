/**
 * Labels in bad light, drawn from a seed: the same number always produces the same bytes. Each window is a label in
 * front of the camera for six frames: blurred, dim, unevenly lit and grainy.
 */
import { bend } from './bend.ts';
import { drawLabel } from './draw-label.ts';
import { roof } from './film-frames.ts';
import { FRAMES_PER_WINDOW, SIDE, type HardWindow } from './hard-frames.ts';
import { labelPicture, MODULE, QUIET } from './label-picture.ts';
import { addGlare, blurAlong, blurSoftly, dim, fade } from './light.ts';
import { addGrain, grain, randomNumbers } from './noise.ts';
import type { Pose } from './pose.ts';
import type { Luma } from './scene.ts';

/** `dense` has many small modules, `flat` is a small label seen from the side. */
export const BAD_LIGHT_KINDS = ['badlight', 'dense', 'flat', 'bowed', 'highlight'] as const;
export type BadLightKind = (typeof BAD_LIGHT_KINDS)[number];

/** Returns a random number in a range. */
type Between = (from: number, to: number) => number;

interface Draft {
  readonly text: string;
  /** Version of the QR code, 1 to 40. */
  readonly version: number;
  /** Side of the code in picture heights. */
  readonly side: number;
  /** Angle between the label and the picture, in radians. */
  readonly tilt: number;
  /** In modules: the standard deviation of the blur, and the length of the motion. */
  readonly blur: number;
  readonly motion: number;
  /** Contrast between paper and ink, 0 to 1. */
  readonly contrast: number;
  /** Mean brightness of paper and ink, 0 to 1. */
  readonly brightness: number;
  /** Standard deviation in grey levels. */
  readonly noise: number;
  /** Share of the light that the dark side of the picture lacks. */
  readonly gradient: number;
  /** Half the angle that the label covers on a round surface; 0 if the surface is flat. */
  readonly bow: number;
  /** Strength of a soft highlight in grey levels. */
  readonly highlight: number;
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function randomLetters(between: Between, count: number): string {
  return Array.from({ length: count }, () => LETTERS[Math.floor(between(0, LETTERS.length))]).join(
    '',
  );
}

const usualDraft = (between: Between): Draft => ({
  text: `https://q.skylight.example/GGL_MK06_2070_${randomLetters(between, 8)}_${randomLetters(between, 4)}`,
  version: 4,
  side: between(0.2, 0.6),
  tilt: between(0, Math.PI / 4),
  blur: between(0, 0.55),
  motion: between(0, 0.7),
  contrast: between(0.12, 0.7),
  brightness: between(0.25, 0.6),
  noise: between(3, 22),
  gradient: between(0, 0.6),
  bow: 0,
  highlight: 0,
});

const modulesOf = (version: number) => 17 + 4 * version;

const KINDS: Readonly<Record<BadLightKind, (between: Between) => Partial<Draft>>> = {
  badlight: () => ({}),
  dense: (between) => {
    const version = Math.floor(between(5, 11));
    return {
      text: `https://q.skylight.example/${randomLetters(between, 20 * version - 60)}`,
      version,
      side: (modulesOf(version) * between(2.2, 4)) / SIDE,
      tilt: between(0, 0.3),
      blur: between(0, 0.3),
      motion: 0,
      noise: between(1, 6),
      contrast: between(0.12, 0.35),
    };
  },
  flat: (between) => ({
    text: randomLetters(between, 20),
    version: 2,
    side: (25 * 4) / SIDE,
    tilt: between(0.96, 1.22),
    blur: between(0, 0.2),
    motion: 0,
    noise: between(1, 6),
    contrast: between(0.3, 0.7),
  }),
  bowed: (between) => ({ bow: between(0.1, 0.35), noise: between(3, 12) }),
  highlight: (between) => ({ highlight: between(60, 200), noise: between(3, 12) }),
};

/** Returns the window of this kind with this number. */
export function badLightWindow(kind: BadLightKind, index: number): HardWindow<BadLightKind> {
  const random = randomNumbers(BAD_LIGHT_KINDS.indexOf(kind) * 104_729 + index * 7919 + 5);
  const between: Between = (from, to) => from + random() * (to - from);
  const draft = { ...usualDraft(between), ...KINDS[kind](between) };
  return { kind, text: draft.text, frames: () => drawWindow(draft, index, between) };
}

const background = roof({ width: SIDE, height: SIDE, framesPerSecond: 8 });

function* drawWindow(draft: Draft, index: number, between: Between): Generator<Luma> {
  const picture: Luma = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  const label = blurredLabel(draft, between(0, Math.PI));
  const pose = tiltPose(draft, between);
  const sensor = grain(draft.noise, index + 3);
  const [darkSide, spotAngle] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)];
  // Before the light, ink is 24 and paper 228. Contrast is their difference in relation to their sum.
  const gain = (2 * draft.contrast * draft.brightness * 255) / (228 - 24);
  const black = draft.brightness * 255 - gain * (24 + 228) * 0.5;
  for (let frame = 0; frame < FRAMES_PER_WINDOW; frame += 1) {
    picture.data.set(background);
    const shakenPoses = shakePose(pose, between);
    drawLabel(picture, label, shakenPoses);
    dim(picture, gain, black);
    fade(picture, draft.gradient, darkSide);
    if (draft.highlight > 0)
      addGlare(picture, highlightOn(shakenPoses, spotAngle), draft.highlight);
    addGrain(picture.data, sensor, frame);
    yield picture;
  }
}

/** Draws the label as sharp as the lens, the motion and the pixel size allow. */
function blurredLabel(draft: Draft, motionAngle: number): Luma {
  const flat = labelPicture(draft.text, draft.version);
  const label = draft.bow > 0 ? bend(flat, draft.bow, 0) : flat;
  const pixel = modulesOf(draft.version) / (draft.side * SIDE);
  blurSoftly(label, MODULE * Math.hypot(draft.blur, 0.35 * pixel));
  blurAlong(label, MODULE * draft.motion, motionAngle);
  return label;
}

/** Turns the label about the viewing axis and tilts it towards a random side. */
function tiltPose({ side, tilt, version }: Draft, between: Between): Pose {
  const towards = between(0, 2 * Math.PI);
  const modules = modulesOf(version);
  return {
    x: 0,
    y: 0,
    side: (side * (modules + 2 * QUIET)) / modules,
    roll: between(0, 2 * Math.PI),
    pitch: Math.asin(Math.sin(tilt) * Math.sin(towards)),
    yaw: Math.atan2(Math.sin(tilt) * Math.cos(towards), Math.cos(tilt)),
  };
}

const TREMBLE = 14 / SIDE;

function shakePose(pose: Pose, between: Between): Pose {
  return {
    ...pose,
    x: pose.x + between(-TREMBLE, TREMBLE),
    y: pose.y + between(-TREMBLE, TREMBLE),
    side: pose.side * between(0.97, 1.03),
  };
}

/** Puts a highlight on the label, as wide as a quarter of its side. */
function highlightOn({ x, y, side }: Pose, angle: number) {
  const distance = side / 5;
  return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle), radius: side / 4 };
}
