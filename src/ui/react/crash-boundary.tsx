import { Component, type ReactNode } from 'react';

interface Props {
  readonly onCrash: (error: unknown) => void;
  readonly children?: ReactNode;
}

/**
 * An error while React draws is shown by our own crash report. Ink's boundary would paint message and source onto the
 * screen first, with whatever secret is in them.
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
