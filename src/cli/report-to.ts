/** Where a crash report asks people to send it. */
export const REPORT_TO = 'https://github.com/castwatch/castwatch/issues';
