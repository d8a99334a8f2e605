/**
 * Words in journal entries, types, states and grades that are not names. All other words of a case file are
 * replaced. A word belongs here if a cause or a kind of entry is recognised by it.
 */
export const journalVocabulary: ReadonlySet<string> = new Set(
  `a about above abort aborted accepted access account active added administrator after again agent all allowed already an
  and another answer answered any api application applications are as at attempt attempts auth authenticated authentication
  authorized available average awaiting back backup bad bandwidth bay before began begin behind below bit bitrate bitrates
  bits blocked boot booting buffer by bytes cache can cannot cap capacity certificate change changed changing client clients
  clock close closed closing cloud cluster codec config configuration configured connect connected connecting connection
  connections controller corrupt corrupted corruption could count cpu crash crashed created critical current data database
  dead deadline degraded delayed deleted delivery denied deploy deployed deployment detected device did died disabled
  disappeared disconnected disk does down downstream drain drained draining drive driver drop dropped dropping due dump
  duration edge elected emergency enabled encoder encoders end ended entries error errors event events exceeded exceeding
  excellent exhausted expected expired expires export failed failing failover fails failure failures fallback fan fatal feed
  fell file files first for forbidden found fps fragment frame frames from full gap gone good granted group groups had
  handshake hardware has have health healthy heartbeat high host id idle if in incoming increased ingest input inspection
  instance interface internal invalid io ip is it its jitter job joined journal keepalive kernel key keyframe keys killed
  lag large last late latency leader left less license licence limit limits link links list listener listening live load
  loaded locked log logged login logout long lookup loop loss lost low lowered maintenance manager master max media medium
  member memory message method migrated migrating migration min minute minutes missed missing mode module mono monitor
  moved ms negotiated network new nic no node none normal not now object of off offline ok old on one online only oom open
  opened operator or origin other out outgoing overflow overload overloaded overrun packet packets page panic parameter
  parameters part password peer pending permission player playing policy pool poor port power primary problem process
  profile promoted proxy publish published publisher publishers publishing pull push query queue queued quota raid raised
  ran rate reached read ready rebalanced rebalancing reboot rebooted received reconnect reconnected reconnecting recovered
  recovering reduced refused registered rejected released reload reloaded reloading remaining remote removed renegotiated
  renewed replaced replica report request requested requests required reset resource response restart restarted restarting
  restored resumed retransmissions retried retries retry retrying revoked rewritten role route routed routes routing rule
  running saved schedule scheduled scheduler seconds secure segment segmentation segments send sender sent server servers
  service session sessions set setting settings shutdown signal since sink size skipped slow socket some source space speed
  standby start started starting state status still stop stopped stopping storage stream streaming streams string success
  successful switch switched sync synchronized system table task tasks temperature test than that the then thread threads
  threshold throttled ticket time timed timeout timeouts tls to token too topology traffic transcode transcoder transcoders
  transcoding trouble type unable unauthorized unavailable unchanged undefined unexpected unexpectedly unhealthy unknown
  unpublished unreachable unregistered unstable until up update updated upgrade upgraded upgrading uplink uptime upstream
  usage use used user users usual valid validated validation value variable version very video viewer viewers waiting
  warning warnings was watchdog webhook were when while will with without worker write wrong zone rtmp rtmps srt hls webrtc
  adaptive rebalance s m h d kbit mbit gbit kb mb gb rtsp dash http https udp tcp dns gpu vod ntp`.split(
    /\s+/,
  ),
);
