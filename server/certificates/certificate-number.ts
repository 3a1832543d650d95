import { randomInt } from 'node:crypto';

/** Digits and capitals without 0, 1, I and O, which are easily confused. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const LETTERS_OF_GROUP = 4;

/** Creates a certificate number of 80 random bits, so that numbers can't be guessed. */
export function newCertificateNumber(
  letter: () => number = () => randomInt(LETTERS.length),
): string {
  const group = () =>
    Array.from({ length: LETTERS_OF_GROUP }, () => LETTERS.charAt(letter())).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
