/** Sign-out with confirmation, wherever it starts: never drops unsent work silently (F28). */
export { SignOutSheet } from './sign-out-sheet.tsx';
