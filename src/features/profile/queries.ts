/** What others show of a person. */
export { useAvatarSource } from '#src/data/account/use-avatar-source.ts';
export { useRoleLabels } from './use-role-labels.ts';
