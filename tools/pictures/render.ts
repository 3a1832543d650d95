/**
 * `npm run pictures` renders all pictures of `list.ts`; `npm run pictures -- mug roof-day` renders
 * some. Skips renders that are newer than their sources. `--draft` renders small, quick previews
 * into `.cache/pictures/draft`. Requires `povray` and `cwebp` (Debian: povray, webp). See the
 * README.md in this folder for adding pictures.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cache, root } from '../paths.ts';
import { type OutputFile, plannedPictures, type PlannedPicture, type Shot } from './list.ts';

const runProgram = promisify(execFile);
const sourcesFolder = join(root, 'tools', 'pictures');
const partsFolder = join(sourcesFolder, 'parts');
/** Scale divisor for drafts. */
const DRAFT_SCALE = 4;

const isDraft = process.argv.includes('--draft');
const requestedNames = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const folder = join(cache, 'pictures', isDraft ? 'draft' : 'full');

const unknownNames = requestedNames.filter(
  (name) => !plannedPictures.some((picture) => picture.name === name),
);
if (unknownNames.length > 0) throw new Error(`No such picture: ${unknownNames.join(', ')}.`);

mkdirSync(folder, { recursive: true });
for (const picture of plannedPictures) {
  if (requestedNames.length === 0 || requestedNames.includes(picture.name))
    await renderPicture(picture);
}

/** Renders a picture, writes its files and logs them. Rejects with POV-Ray's error. */
async function renderPicture({ name, shot, files }: PlannedPicture): Promise<void> {
  const render = join(folder, `${renderName(shot)}.png`);
  if (!isUpToDate(render, shot)) await renderShot(shot, render);
  if (!isDraft) for (const file of files) await encode(render, file);
  const outputs = isDraft ? [render] : files.map(({ file }) => `${file} ${kilobytes(file)} kB`);
  process.stdout.write(`${name}: ${outputs.join(', ')}\n`);
}

/**
 * Returns a render's file name. It consists of the shot's settings, so that pictures of the same shot share a render.
 */
function renderName({ source, declare = {}, size, isCutOut }: Shot): string {
  const declarations = Object.entries(declare).map(([key, value]) => `${key}${value}`);
  return [source.replace('/', '-'), ...declarations, ...size, ...(isCutOut ? ['cut'] : [])].join(
    '-',
  );
}

function isUpToDate(render: string, { source }: Shot): boolean {
  if (!existsSync(render)) return false;
  const renderedAt = statSync(render).mtimeMs;
  const sharedParts = readdirSync(partsFolder).map((name) => join(partsFolder, name));
  return [join(sourcesFolder, `${source}.pov`), ...sharedParts].every(
    (file) => statSync(file).mtimeMs < renderedAt,
  );
}

async function renderShot({ source, declare = {}, size, isCutOut }: Shot, target: string) {
  const file = join(sourcesFolder, `${source}.pov`);
  const [width, height] = size.map((side) => (isDraft ? side / DRAFT_SCALE : side));
  const declarations = Object.entries(declare).map(([key, value]) => `Declare=${key}=${value}`);
  const settings = ['+A0.2', '+AM2', '+R2', '-D', ...(isCutOut ? ['+UA', '+FN8'] : [])];
  // Render under a temporary name, so that an interrupted render isn't mistaken for a finished one.
  const temporaryFile = target.replace(/\.png$/, '.part.png');
  const options = [
    `+I${file}`,
    `+L${partsFolder}`,
    `+O${temporaryFile}`,
    `+W${width}`,
    `+H${height}`,
    ...settings,
  ];
  // Scenes reference files, such as a label, relative to their own folder.
  await runProgram('nice', ['-n', '10', 'povray', ...options, ...declarations], {
    cwd: dirname(file),
  });
  renameSync(temporaryFile, target);
}

async function encode(render: string, { file, width, quality, crop }: OutputFile): Promise<void> {
  const target = join(root, file);
  mkdirSync(dirname(target), { recursive: true });
  const settings = ['-quiet', '-m', '6', '-sharp_yuv', '-alpha_q', '80', '-q', String(quality)];
  const cropArguments = crop ? ['-crop', ...crop.map(String)] : [];
  await runProgram('cwebp', [
    ...settings,
    ...cropArguments,
    '-resize',
    String(width),
    '0',
    render,
    '-o',
    target,
  ]);
}

function kilobytes(file: string): string {
  return (statSync(join(root, file)).size / 1000).toFixed(1);
}
