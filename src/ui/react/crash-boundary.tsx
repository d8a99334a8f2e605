import { Component, type ReactNode } from 'react';

interface Props {
  readonly onCrash: (error: unknown) => void;
  readonly children?: ReactNode;
}

/**
 * Shows our own crash report for an error during rendering. Ink's boundary would first print message and source
 * code on the screen, which may contain secrets.
 */
export class CrashBoundary extends Component<Props, { readonly fallen: boolean }> {
  override state = { fallen: false };

  static getDerivedStateFromError(): { readonly fallen: boolean } {
    return { fallen: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.fallen ? null : this.props.children;
  }
}
