import { closeSync, openSync, writeSync } from 'node:fs';
import { filmFrames } from './film-frames.ts';
import { FILM_FORMAT, type FilmFormat, type Scene } from './scene.ts';

/**
 * Writes a film for Chromium's fake camera, which plays it in a loop: Y4M, 4:2:0, without colour.
 * @param path the file to write, `.y4m` (by its name Chromium knows the format)
 * @returns its length in seconds
 */
export function writeFilm(
  path: string,
  scenes: readonly Scene[],
  format: FilmFormat = FILM_FORMAT,
): number {
  const { width, height, framesPerSecond } = format;
  const head = Buffer.from(
    `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`,
  );
  const frameHead = Buffer.from('FRAME\n');
  const grey = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  let frames = 0;
  const file = openSync(path, 'w');
  try {
    writeSync(file, head);
    for (const picture of filmFrames(scenes, format)) {
      writeSync(file, Buffer.concat([frameHead, picture.data, grey]));
      frames += 1;
    }
  } finally {
    closeSync(file);
  }
  return frames / framesPerSecond;
}

/** Chromium's flags for a camera that shows this film and asks nobody for permission. */
export function fakeCameraArgs(path: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}
