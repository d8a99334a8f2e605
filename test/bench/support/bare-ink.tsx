import { render, Text } from 'ink';

/** The least that Ink does: one text, then the end. Its first bytes are its first frame. */
const { unmount } = render(<Text>one line of text</Text>);
unmount();
