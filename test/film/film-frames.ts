import { drawLabel } from './draw-label.ts';
import { labelPicture } from './label-picture.ts';
import { addGrain, grain, randomNumbers } from './noise.ts';
import { poseOf } from './pose.ts';
import { slateSide, type FilmFormat, type Luma, type Scene } from './scene.ts';

interface Light {
  /** Factor for the scene's brightness, and the sensor's black level. */
  readonly gain: number;
  readonly black: number;
  readonly grain: number;
}

/** `dark`: an attic without a lamp, low contrast and strong grain. */
const LIGHT: Readonly<Record<Scene['light'], Light>> = {
  normal: { gain: 0.85, black: 16, grain: 3 },
  dark: { gain: 0.13, black: 18, grain: 5 },
};

/** Draws a tiled roof from close up: rows of darker seams on a soft gradient. */
export function roof({ width, height }: FilmFormat): Uint8Array {
  const random = randomNumbers(7);
  const tones = Array.from({ length: 64 }, () => 90 + 50 * random());
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / 48);
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor((x + (row % 2) * 40) / 80);
      const seam = y % 48 < 3 || (x + (row % 2) * 40) % 80 < 3;
      data[y * width + x] = seam ? 50 : (tones[(row * 9 + column) % 64] ?? 0) + (30 * y) / height;
    }
  }
  return data;
}

function applyLight(picture: Uint8Array, light: Light): void {
  for (let index = 0; index < picture.length; index += 1) {
    picture[index] = light.black + (picture[index] ?? 0) * light.gain;
  }
}

/** Draws a white patch outside the decoded square, so that tests know when labels came into view. */
function drawSlate({ data, width, height }: Luma): void {
  const side = slateSide({ width, height });
  for (let y = 0; y < side; y += 1) data.fill(255, y * width, y * width + side);
}

/**
 * Generates the film's frames in one reused array, so use each frame before the next. The same scenes produce the same
 * bytes.
 */
export function* filmFrames(scenes: readonly Scene[], format: FilmFormat): Generator<Luma> {
  const background = roof(format);
  const data = new Uint8Array(background.length);
  const picture: Luma = { width: format.width, height: format.height, data };
  let frame = 0;
  for (const scene of scenes) {
    const labels = scene.texts.map((text) => labelPicture(text));
    const light = LIGHT[scene.light];
    const sensor = grain(light.grain, 11);
    const count = Math.round(scene.seconds * format.framesPerSecond);
    for (let index = 0; index < count; index += 1) {
      data.set(background);
      const seconds = index / format.framesPerSecond;
      labels.forEach((label, labelIndex) =>
        drawLabel(picture, label, poseOf(scene, labelIndex, labels.length, seconds)),
      );
      applyLight(data, light);
      addGrain(data, sensor, frame);
      if (labels.length > 0) drawSlate(picture);
      frame += 1;
      yield picture;
    }
  }
}
