import { useSingleton } from '#src/data/live/use-singleton.ts';

export { useRoleWords } from './use-role-words.ts';

/** The picture of the person's profile as an image source; undefined while there is none. */
export function useAvatarSource(): string | undefined {
  const avatar = useSingleton('avatar');
  return avatar && `data:${avatar.media_type};base64,${avatar.content}`;
}
