/**
 * Conditions on images. A row has a list of images, separated by line feeds; a condition holds if one of them fits. The
 * list of a row without images has the one image ''.
 */
import { imageRepository } from '../../schema/image-repository.ts';
import type { Filter, TextMatch } from '../query.ts';
import { compileTextMatch } from '../table/text-search.ts';

export type ImageConditions = Pick<Filter, 'images' | 'image' | 'imageRepositories'>;

/** Judges a list of images by exactly one condition. */
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

/** Longer lists of values are not looked up in the trigram index: each value costs a pass over the rows. */
const MOST_SOUGHT = 8;

/** Every list that fits contains what one of these finds. Undefined if that is not known. */
export function soughtInLists({ images, image, imageRepositories }: ImageConditions): TextMatch[] | undefined {
  const { equals, prefix, contains, glob } = image ?? {};
  if (image) {
    const part = [equals, contains, prefix].find(text => text !== undefined && text !== '');
    return [part === undefined ? { glob: `*${glob ?? ''}*`, ignoreCase: true } : { contains: part, ignoreCase: true }];
  }
  const parts = imageRepositories?.map(it => imageRepository(it).split('/').at(-1)!) ?? images ?? [];
  return parts.length > MOST_SOUGHT ? undefined : parts.map(contains => ({ contains, ignoreCase: true }));
}
