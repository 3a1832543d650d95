import { open } from 'node:fs/promises';
import { filmFrames } from './film-frames.ts';
import { FILM_FORMAT, type FilmFormat, type Scene } from './scene.ts';

/**
 * Writes a looping film for Chromium's fake camera: Y4M, 4:2:0, greyscale. Yields between frames, or a server
 * in the same process would report an overload.
 * @param path output file; Chromium needs the extension `.y4m`
 * @returns length in seconds
 */
export async function writeFilm(
  path: string,
  scenes: readonly Scene[],
  format: FilmFormat = FILM_FORMAT,
): Promise<number> {
  const { width, height, framesPerSecond } = format;
  const header = Buffer.from(
    `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`,
  );
  const frameHead = Buffer.from('FRAME\n');
  const grey = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  let frames = 0;
  const file = await open(path, 'w');
  try {
    await file.write(header);
    for (const picture of filmFrames(scenes, format)) {
      await file.write(Buffer.concat([frameHead, picture.data, grey]));
      frames += 1;
    }
  } finally {
    await file.close();
  }
  return frames / framesPerSecond;
}

/** Chromium flags for a camera that shows this film without asking for permission. */
export function fakeCameraArgs(path: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}
