import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#test/setup/source-tree.ts';
import type { Engine } from './tab.ts';

/** Screenshots combined on one page. */
interface ContactSheet {
  add(name: string, picture: Buffer): void;
  /** @returns the path of the page with all screenshots */
  layOut(): string;
}

/** Starts an engine's contact sheet and replaces the previous one; not committed. */
export function openContactSheet({ name: engine, version }: Engine): ContactSheet {
  const folder = join(root, 'test-results', `contact-sheet-${engine}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pictures: string[] = [];
  return {
    add(name, picture) {
      const file = `${String(pictures.length).padStart(3, '0')}-${name.replaceAll(/\W+/g, '-')}.png`;
      writeFileSync(join(folder, file), picture);
      pictures.push(
        `<figure><figcaption>${name}</figcaption><img src="${file}" alt="" width="300"></figure>`,
      );
    },
    layOut() {
      const path = join(folder, 'index.html');
      const style =
        'body{display:flex;flex-wrap:wrap;gap:16px;background:#888;font:14px sans-serif}figure{margin:0}img{display:block}';
      writeFileSync(
        path,
        `<!doctype html><meta charset="utf-8"><title>${version}</title><style>${style}</style>${pictures.join('')}`,
      );
      return path;
    },
  };
}
