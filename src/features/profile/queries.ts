/** What others show of a person. */
export { useAvatarSource } from '#src/data/account/use-avatar-source.ts';
export { useRoleWords } from './use-role-words.ts';
