import { render, Text } from 'ink';

/** The minimum of Ink: one text, then the end. Its first bytes are its first frame. */
const { unmount } = render(<Text>one line of text</Text>);
unmount();
