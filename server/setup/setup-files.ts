import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { type Setup } from './setup-schema.ts';

/** Pictures of a setup's folder by name, such as `pictures/drill.webp`: their id, or a sentence about the problem. */
export const folderFiles = v.record(
  v.string(),
  v.union([v.object({ uuid }), v.object({ problem: v.string() })]),
);
export type FolderFiles = v.InferOutput<typeof folderFiles>;

/** Replaces the pictures of a setup. @param replace gets each picture with the dotted path of its field */
export function mapFiles(setup: Setup, replace: (picture: string, path: string) => string): Setup {
  const { shop, news, ...others } = setup;
  const replaceOne = (picture: string | null, path: string) =>
    picture === null ? null : replace(picture, path);
  const replaceAll = (pictures: readonly string[], path: string) =>
    pictures.map((picture, index) => replace(picture, `${path}.${index}`));
  return {
    ...others,
    ...(shop && {
      shop: {
        categories: shop.categories.map((category, index) => ({
          ...category,
          picture: replaceOne(category.picture, `shop.categories.${index}.picture`),
        })),
        products: shop.products.map((product, index) => ({
          ...product,
          pictures: replaceAll(product.pictures, `shop.products.${index}.pictures`),
        })),
      },
    }),
    ...(news && {
      news: news.map((item, index) => ({
        ...item,
        picture: replaceOne(item.picture, `news.${index}.picture`),
        other_pictures: replaceAll(item.other_pictures, `news.${index}.other_pictures`),
      })),
    }),
  };
}

/** Lists the pictures of a setup, each once. */
export function listFiles(setup: Setup): string[] {
  const pictures = new Set<string>();
  mapFiles(setup, (picture) => {
    pictures.add(picture);
    return picture;
  });
  return [...pictures];
}

/** Returns the id of a file's picture. Throws if it isn't valid, which `findConflicts` reports. */
export function fileId(name: string, pictures: FolderFiles): string {
  const picture = pictures[name];
  if (picture === undefined || 'problem' in picture) throw new Error(`${name} isn’t valid.`);
  return picture.uuid;
}
