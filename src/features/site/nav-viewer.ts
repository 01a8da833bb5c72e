/** Whom the bar greets. */
export interface NavViewer {
  displayName: string;
  email: string;
  role: 'admin' | 'user';
  avatarUrl: string | null;
}
