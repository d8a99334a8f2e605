import { systemCode } from '../base/system-error.ts';
import { tellError } from '../base/tell-error.ts';
import { redactText } from '../config/redact.ts';
import { CastwatchError } from '../http/errors.ts';
import { crashReport } from '../ui/terminal/crash-report.ts';
import { UNREACHABLE } from './exit-codes.ts';

/** Reports an error that no command handled, on standard error; returns the exit code. */
export function explainFailure(error: unknown, env: NodeJS.ProcessEnv): number {
  if (error instanceof CastwatchError) {
    tellError(error.message);
    return UNREACHABLE;
  }
  const code = systemCode(error);
  if (code === 'EMFILE' || code === 'ENFILE') {
    tellError('too many open files: it needs a higher limit, such as ulimit -n 1024');
    return 1;
  }
  process.stderr.write(redactText(crashReport(error, env.CASTWATCH_DEBUG === '1')));
  return 1;
}
