/** Menu features that other features may use. */
export { SignOutSheet } from './sign-out-sheet.tsx';
