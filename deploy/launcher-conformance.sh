#!/bin/sh
# Looks whether a launcher image keeps the contract of docs/hypervisors.md. It changes nothing and starts no guest.
#
#   polyvirt explain hypervisor/acme --format json | jq -r '.environment | to_entries[] | "\(.key)=\(.value)"' > acme.env
#   docker run --rm -i --env-file acme.env --entrypoint sh IMAGE -s < deploy/launcher-conformance.sh
#
#   ROOT  folder that is looked at in the place of /, for an image that is unpacked
#
# A variable that is not set means what KubeVirt's own launcher has for QEMU. Prints a line for each check, as TAP does.
# Exit codes: 0 all well; 1 something is missing; 2 called wrongly.
set -u

ROOT=${ROOT:-}
if [ $# -gt 0 ]; then
  echo "usage: [ROOT=FOLDER] sh launcher-conformance.sh, with the environment of the compute container" >&2
  exit 2
fi
if [ -n "$ROOT" ] && [ ! -d "$ROOT" ]; then
  echo "launcher-conformance: there is no folder $ROOT" >&2
  exit 2
fi

hypervisor=${POLYVIRT_HYPERVISOR:-qemu-kvm}
daemon=${POLYVIRT_LIBVIRT_DAEMON:-virtqemud}
mode=${POLYVIRT_LIBVIRT_DAEMON_MODE:-modular}
user=${POLYVIRT_LIBVIRT_USER:-qemu}
socket=${POLYVIRT_LIBVIRT_SOCKET:-/var/run/libvirt/virtqemud-sock}
pids=${POLYVIRT_PID_FOLDER:-/run/libvirt/qemu/run}
prefixes=${POLYVIRT_PROCESS_PREFIXES:-qemu-system,qemu-kvm}
threads=${POLYVIRT_VCPU_THREADS:-}
filters=${LIBVIRT_LOG_FILTERS:-}
uri=${LIBVIRT_DEFAULT_URI:-qemu:///system}
emulator=${POLYVIRT_EMULATOR:-none}
firmware=${POLYVIRT_FIRMWARE:-none}
driver=${POLYVIRT_DISK_DRIVER:-qemu}
type=${POLYVIRT_VIRT_TYPE:-kvm}

number=0
failed=0

# check TEXT COMMAND…: ok where the command succeeds
check() {
  number=$((number + 1))
  text=$1
  shift
  if "$@"; then
    echo "ok $number - $text"
  else
    echo "not ok $number - $text"
    failed=$((failed + 1))
  fi
}

executable() { [ -f "$ROOT$1" ] && [ -x "$ROOT$1" ]; }
readable() { [ -r "$ROOT$1" ]; }
absolute() { case $1 in /* | none) true ;; *) false ;; esac; }
word() { case $1 in '' | *[!a-zA-Z0-9_.-]*) false ;; *) true ;; esac; }

# A program in one of the folders where virt-launcher looks for it.
program() {
  for folder in /usr/sbin /usr/bin /usr/libexec /sbin /bin; do
    if executable "$folder/$1"; then
      return 0
    fi
  done
  return 1
}

has_user() {
  case $1 in
    *[!0-9]*) grep -q "^$1:" "$ROOT/etc/passwd" 2>/dev/null ;;
    *) true ;;
  esac
}

has_scheme() {
  case $1 in
    [a-z]*:///* | [a-z]*://*) true ;;
    *) false ;;
  esac
}

right_filters() {
  for filter in $1; do
    case $filter in
      [1-4]:?*) ;;
      *) return 1 ;;
    esac
  done
}

# A pattern of Go, which \d is a digit in; grep says 2 where it cannot read it.
right_pattern() {
  if [ "$1" = none ]; then
    return 0
  fi
  pattern=$(printf '%s' "$1" | sed 's/\\d/[0-9]/g')
  printf '' | grep -E -e "$pattern" >/dev/null 2>&1
  [ $? -lt 2 ]
}

# The emulator is found by virt-handler and the monitor by how its command begins.
begins_right() {
  name=${emulator##*/}
  old=$IFS
  IFS=,
  for prefix in $prefixes; do
    case $name in
      "$prefix"*)
        IFS=$old
        return 0
        ;;
    esac
  done
  IFS=$old
  return 1
}

# KubeVirt's own binary starts virtqemud and connects to QEMU, whatever it is told.
launches() {
  [ "$daemon" = virtqemud ] || [ "$daemon" = none ] ||
    grep -aqF -e "$daemon" -e POLYVIRT_LIBVIRT_DAEMON "$ROOT/usr/bin/virt-launcher" 2>/dev/null
}

echo "# launcher image for $hypervisor"
for name in virt-launcher virt-launcher-monitor virt-probe virt-tail virt-freezer container-disk; do
  check "/usr/bin/$name of KubeVirt is there" executable "/usr/bin/$name"
done
check "/usr/bin/virt-launcher is made for $daemon" launches
if [ "$mode" != none ] && [ "$daemon" != none ]; then
  check "libvirt daemon $daemon is there" program "$daemon"
fi
check "virtlogd is there: virt-launcher starts it" program virtlogd
check "virsh is there, for people who look into a pod" program virsh
check "LIBVIRT_DEFAULT_URI is a URI: $uri" has_scheme "$uri"
check "user $user is in /etc/passwd, or a number" has_user "$user"
check "socket is a path: $socket" absolute "$socket"
check "PID folder is a path: $pids" absolute "$pids"
check "domain type is a word: $type" word "$type"
check "disk driver is a word: $driver" word "$driver"
if [ -n "$filters" ]; then
  check "LIBVIRT_LOG_FILTERS are filters: $filters" right_filters "$filters"
fi
if [ -n "$threads" ]; then
  check "pattern of vCPU threads can be read: $threads" right_pattern "$threads"
fi
if [ "$emulator" != none ]; then
  check "emulator $emulator is there" executable "$emulator"
  check "its command begins with one of: $prefixes" begins_right
fi
if [ "$firmware" != none ]; then
  check "firmware $firmware is there" readable "$firmware"
fi
echo "1..$number"
if [ "$failed" -gt 0 ]; then
  echo "# $failed of $number failed" >&2
  exit 1
fi
