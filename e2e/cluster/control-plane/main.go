// Command control-plane is etcd, kube-apiserver or kube-scheduler, by its first argument. One program of three processes:
// each of them sets up logging and feature gates of its process, which can be done once only.
package main

import (
	"io"
	"log"
	"net/url"
	"os"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	// Standard input ends with the process that started this one, also where that was killed and could not clean up.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = os.RemoveAll(os.Getenv("POLYVIRT_E2E_FOLDER"))
		os.Exit(0)
	}()
	name, arguments := os.Args[1], os.Args[2:]
	switch name {
	case "etcd":
		etcd(arguments[0], arguments[1], arguments[2])
	case "kube-apiserver":
		run(apiserver.NewAPIServerCommand(), arguments)
	case "kube-scheduler":
		run(scheduler.NewSchedulerCommand(), arguments)
	default:
		log.Fatalf("unknown component %q", name)
	}
}

func run(command *cobra.Command, arguments []string) {
	command.SetArgs(arguments)
	os.Exit(cli.Run(command))
}

// etcd serves clients, and the peers that it does not have, from a folder that nobody will need again.
func etcd(dir, client, peer string) {
	config := embed.NewConfig()
	config.Dir = dir
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	clients, peers := []url.URL{parse(client)}, []url.URL{parse(peer)}
	config.ListenClientUrls, config.AdvertiseClientUrls = clients, clients
	config.ListenPeerUrls, config.AdvertisePeerUrls = peers, peers
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	server, err := embed.StartEtcd(config)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(<-server.Err())
}

func parse(text string) url.URL {
	parsed, err := url.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	return *parsed
}
