/** Person labels for other features. */
export { useAvatarSource } from '#src/data/account/use-avatar-source.ts';
export { useRoleLabels } from './use-role-labels.ts';
