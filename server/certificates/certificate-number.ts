import { randomInt } from 'node:crypto';

/** Digits and capitals without 0, 1, I and O, which are easily confused. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Creates a certificate number of 80 random bits, so that numbers can't be guessed. */
export function newCertificateNumber(
  randomIndex: () => number = () => randomInt(CHARACTERS.length),
): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS.charAt(randomIndex())).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
