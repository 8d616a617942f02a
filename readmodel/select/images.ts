/**
 * Conditions on images. A row has a list of images, separated by line feeds. A condition holds if at least one image
 * fits. For a row without images, the list has the single image ''.
 */
import { imageRepository } from '../../schema/image-repository.ts';
import type { Filter, TextMatch } from '../query.ts';
import { compileTextMatch } from '../table/text-search.ts';

export type ImageConditions = Pick<Filter, 'images' | 'image' | 'imageRepositories'>;

/** Returns a function that tests a list of images. Exactly one condition must be given. */
export function judgeOfImages({ images, image, imageRepositories }: ImageConditions): (list: string) => boolean {
  const fits = image ? compileTextMatch(image) : imageRepositories ? isOf(imageRepositories) : isIn(images ?? []);
  return list => (list.includes('\n') ? list.split('\n').some(fits) : fits(list));
}

function isIn(images: readonly string[]): (image: string) => boolean {
  const wanted = new Set(images);
  return image => wanted.has(image);
}

function isOf(repositories: readonly string[]): (image: string) => boolean {
  const wanted = new Set(repositories.map(imageRepository));
  return image => wanted.has(imageRepository(image));
}

/** Maximum number of values that are looked up in the trigram index. Each value costs a pass over the rows. */
const MOST_SOUGHT = 8;

/**
 * Returns conditions for the trigram index. A matching list of images meets at least one condition. Undefined if there
 * are too many conditions.
 */
export function soughtInLists({ images, image, imageRepositories }: ImageConditions): TextMatch[] | undefined {
  const { equals, prefix, contains, glob } = image ?? {};
  if (image) {
    const part = [equals, contains, prefix].find(text => text !== undefined && text !== '');
    return [part === undefined ? { glob: `*${glob ?? ''}*`, ignoreCase: true } : { contains: part, ignoreCase: true }];
  }
  const parts = imageRepositories?.map(it => imageRepository(it).split('/').at(-1)!) ?? images ?? [];
  return parts.length > MOST_SOUGHT ? undefined : parts.map(contains => ({ contains, ignoreCase: true }));
}
