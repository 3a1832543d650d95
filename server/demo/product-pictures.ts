import { type Colour, pngFile } from './png-file.ts';

/** Things that the demo's shop sells, each drawn in twelve by twelve squares: dark, coloured, light. */
const drawings = {
  jacket: `
    ....XX..XX....
    ..XXooXXooXX..
    .XooooooooooX.
    .XoXooooooXoX.
    .XoXooXXooXoX.
    .XoXooXXooXoX.
    .XoX**XX**XoX.
    .XoX**XX**XoX.
    .XXXooXXooXXX.
    ...XooXXooX...
    ...XooXXooX...
    ...XXXXXXXX...`,
  gloves: `
    ..............
    ...XX.XX.XX...
    ..XooXooXooX..
    ..XooXooXooX..
    ..XooXooXooXX.
    ..XooooooooXoX
    ..XooooooooooX
    ..XoooooooooX.
    ..XooooooooX..
    ...X******X...
    ...X******X...
    ...XXXXXXXX...`,
  drill: `
    ..............
    .XXXXXXXXX....
    XooooooooXXX..
    Xo****oooX**XX
    XooooooooXXX..
    .XXXXooXXX....
    ...XooX.......
    ...XooX.......
    ...XooX.......
    ..XooooX......
    ..X****X......
    ..XXXXXX......`,
  hammer: `
    ..............
    ..XXXXXXXXX...
    .XoooooooooXX.
    .XooooooooooX.
    ..XXXX**XXXX..
    .....X**X.....
    .....X**X.....
    .....X**X.....
    .....X**X.....
    .....X**X.....
    .....X**X.....
    .....XXXX.....`,
  box: `
    ..............
    .....XXXX.....
    ....X....X....
    .XXXXXXXXXXXX.
    .XooooooooooX.
    .XooooooooooX.
    .XXXXX**XXXXX.
    .XoooX**XoooX.
    .XoooXXXXoooX.
    .XooooooooooX.
    .XooooooooooX.
    .XXXXXXXXXXXX.`,
  card: `
    ..............
    ..............
    XXXXXXXXXXXXXX
    XooooooooooooX
    XooooooooooooX
    XXXXXXXXXXXXXX
    XooooooooooooX
    Xo***oooo**ooX
    XooooooooooooX
    XXXXXXXXXXXXXX
    ..............
    ..............`,
  window: `
    ..XXXXXXXXXX..
    ..XooooooooX..
    ..Xo******oX..
    ..Xo******oX..
    ..Xo******oX..
    ..XooooooooX..
    ..Xo******oX..
    ..Xo******oX..
    ..Xo******oX..
    ..Xo******oX..
    ..XooooooooX..
    ..XXXXXXXXXX..`,
  banner: `
    X............X
    XXXXXXXXXXXXXX
    XooooooooooooX
    Xoo********ooX
    XooooooooooooX
    Xoooo****ooooX
    XooooooooooooX
    XXXXXXXXXXXXXX
    X............X
    X............X
    X............X
    X............X`,
  mug: `
    ..............
    ..............
    .XXXXXXXXX....
    .XoooooooXXX..
    .Xo*****oX..X.
    .Xo*****oX..X.
    .Xo*****oX..X.
    .XoooooooXXX..
    .XoooooooX....
    .XoooooooX....
    .XXXXXXXXX....
    ..............`,
  lamp: `
    .....XXXX.....
    ...XXooooXX...
    ..XooooooooX..
    .XooooooooooX.
    .XooooooooooX.
    ..XooooooooX..
    ...XooooooX...
    ....X****X....
    ....XXXXXX....
    ....X****X....
    ....XXXXXX....
    .....XXXX.....`,
} as const;
export type Drawing = keyof typeof drawings;

const colours = {
  red: [200, 60, 50],
  blue: [60, 110, 190],
  green: [70, 140, 80],
  amber: [225, 160, 50],
  grey: [130, 140, 150],
} as const satisfies Record<string, Colour>;
export type PictureColour = keyof typeof colours;

const PAPER: Colour = [244, 242, 238];
const DARK: Colour = [45, 50, 60];
const LIGHT: Colour = [252, 226, 170];
/** In the order of the palette. */
const INKS = '.Xo*';
/** Squares of paper around a drawing, so that it is square. */
const ACROSS = 16;

/** The picture of a thing, square. @param square how many points wide one of its sixteen squares is */
export function productPicture(name: Drawing, colour: PictureColour, square: number): Buffer {
  const lines = drawings[name]
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const empty = '.'.repeat(ACROSS);
  const centred = lines.map((line) => line.padStart(line.length + 1, '.').padEnd(ACROSS, '.'));
  const drawn = [empty, empty, ...centred, empty, empty].slice(0, ACROSS);
  const rows = drawn.flatMap((line) => {
    const points = [...line].flatMap((ink) => Array<number>(square).fill(INKS.indexOf(ink)));
    const row = Buffer.from([0, ...points]);
    return Array<Buffer>(square).fill(row);
  });
  const size = { width: ACROSS * square, height: ACROSS * square };
  const palette = [PAPER, DARK, colours[colour], LIGHT];
  return pngFile({ ...size, palette }, Buffer.concat(rows));
}
