// The roof. T: 0 dawn, 1 day, 2 dusk, 3 night. Snow=1; Lit=0 unlit; Cut=1 without the sky;
// Close=1 near one window; Wide=1 for news pictures, which are lower.
#version 3.7;
#ifndef (T) #declare T=1; #end
#ifndef (Snow) #declare Snow=0; #end
global_settings { assumed_gamma 1.0 max_trace_level 6 }
#include "shapes.inc"
#default { finish { ambient 0 diffuse .8 } }
#switch (T)
 #case (0) #declare S0=srgb <1.0,.86,.72>; #declare S1=srgb <.93,.83,.84>; #declare S2=srgb <.52,.68,.88>; #declare SunC=srgb <1,.80,.60>*1.15; #declare SunP=<-30,13,-16>; #declare Amb=srgb <.66,.68,.82>*.5; #declare Win=.25; #declare Cl=srgb <1,.93,.88>; #break
 #case (1) #declare S0=srgb <.88,.95,1>; #declare S1=srgb <.58,.80,.97>; #declare S2=srgb <.20,.50,.84>; #declare SunC=srgb <1,.97,.90>*1.25; #declare SunP=<-20,34,-20>; #declare Amb=srgb <.66,.78,.95>*.42; #declare Win=0; #declare Cl=srgb <1,1,1>; #break
 #case (2) #declare S0=srgb <1.0,.66,.38>; #declare S1=srgb <.78,.46,.50>; #declare S2=srgb <.27,.30,.54>; #declare SunC=srgb <1,.62,.36>*.95; #declare SunP=<34,9,-10>; #declare Amb=srgb <.60,.52,.70>*.55; #declare Win=.9; #declare Cl=srgb <1,.72,.55>; #break
 #case (3) #declare S0=srgb <.22,.30,.46>; #declare S1=srgb <.11,.17,.30>; #declare S2=srgb <.045,.07,.15>; #declare SunC=srgb <.55,.68,1>*.34; #declare SunP=<-16,30,-14>; #declare Amb=srgb <.40,.50,.80>*.42; #declare Win=1.25; #declare Cl=srgb <.26,.33,.48>; #break
#end
#ifdef (Lit) #declare Win = Win*Lit; #end // Lit=0: no light in the windows
#ifndef (Cut) #declare Cut=0; #end
#declare SkyP = pigment { gradient y color_map { [0 S0][.14 S0][.24 S0*.5+S1*.5][.34 S1][.60 S2][1 S2] } }
#if (Cut) // the roof alone: the sky is there for the panes to reflect, but not in the picture
 sphere { 0,1 hollow inverse no_image no_shadow pigment { SkyP } finish { emission 1 diffuse 0 } scale 5000 }
#else
sky_sphere {
 pigment { SkyP }
 pigment { bozo turbulence .75 octaves 5 lambda 2.2 omega .5 color_map { [0 color Cl transmit 1][.54 color Cl transmit 1][.80 color Cl transmit (T=3?.75:.35)][1 color Cl transmit .15] } scale <.85,.16,.5> rotate y*40 }
 #if (T=3) pigment { granite color_map { [0 rgbt <1,1,1,1>][.845 rgbt <1,1,1,1>][.855 rgbt <.9,.95,1,.3>] [1 rgbt <1,1,1,0>] } scale .022 } #end
}
#end
light_source { SunP*10 SunC area_light <9,0,0>,<0,9,0>,4,4 jitter adaptive 1 circular orient }
light_source { <4,20,-40> Amb shadowless }
light_source { <-30,4,-8> Amb*.5 shadowless }
#ifndef (Close) #declare Close = 0; #end // 1: close to one window, to show how it sits in the slates
#if (Close) camera { location <-2.6,5.3,-2.6> look_at <-.1,3.3,3.4> angle 46 right x*image_width/image_height up y }
#else #ifdef (Wide) camera { location <-4.6,3.4,-10.4> look_at <.2,5.05,4> angle 52 right x*image_width/image_height up y }
#else camera { location <-4.6,3.4,-10.4> look_at <.2,5.75,4> angle 46 right x*image_width/image_height up y } #end #end
#declare R=seed(7); #declare P=38;
#declare G = <.050,.061,.080>;
#declare Slates = union {
 #declare r=0; #while (r<27)
  #declare c=0; #while (c<62)
   #declare b=.72+.55*rand(R); #declare w=.50;
   box { <-.243,0,-.02>,<.243,.035,.42> rotate x*(2.6) translate <-15.5+c*w+(mod(r,2)*.25),.03+rand(R)*.014,r*.32>
     pigment { rgb G*b+<.004,.002,.001>*rand(R) }
     finish { diffuse .8 specular .22 roughness .05 } normal { granite .12 scale .3 } }
  #declare c=c+1; #end
 #declare r=r+1; #end }
#declare Clad = texture { pigment { srgb <.235,.25,.275> } finish { diffuse .6 specular .5 roughness .03 reflection { .03,.2 } } }
#declare ClayT = texture { pigment { srgb <.66,.27,.17> } finish { diffuse .8 } normal { granite .1 scale .2 } }
#macro Sash(O,Lit)
 union {
  difference { box { <-.72,0,-1.12>,<.72,.13,1.12> } box { <-.58,-1,-.95>,<.58,1,.93> } texture { Clad } }
  difference { box { <-.60,-.02,-.97>,<.60,.06,.95> } box { <-.54,-1,-.90>,<.54,1,.88> } pigment { srgb <.80,.62,.42> } }
  box { <-.56,.035,-.92>,<.56,.055,.90> 
   #if (Lit>0) texture { pigment { gradient z color_map { [0 srgb <1,.88,.60>][1 srgb <.98,.70,.34>] } scale 1.9 translate z*-.95 } finish { emission Lit*.9 diffuse .1 specular .4 roughness .01 reflection { .02,.2 } } }
   #else texture { pigment { gradient z color_map { [0 srgb <.50,.68,.86>][1 srgb <.26,.46,.70>] } scale 1.9 translate z*-.95 } finish { diffuse .2 emission .12 specular .9 roughness .002 reflection { .25,.7 } } } #end }
  #if (O>0) translate z*-1.0 rotate x*O translate z*1.0 translate y*.06 #end }
#end
#macro Window(X,V,O,Lit)
 union {
  difference { box { <-.98,.06,-1.42>,<.98,.13,1.32> } box { <-.70,-1,-1.1>,<.70,1,1.1> } texture { Clad } }
  difference { box { <-.80,.05,-1.2>,<.80,.22,1.2> } box { <-.68,-1,-1.08>,<.68,1,1.08> } texture { Clad } }
  box { <-.70,.02,-1.1>,<.70,.03,1.1> #if (Lit>0) pigment { srgb <1,.80,.45> } finish { emission Lit*.8 } #else pigment { srgb <.10,.12,.15> } #end }
  object { Sash(O,Lit) translate y*.10 }
  #if (Lit>.5) light_source { <0,.9,0> srgb <1,.72,.38>*Lit*.18 fade_distance 1.2 fade_power 2 shadowless } #end
  translate <X,.05,V> }
#end
#if (Snow)
#include "functions.inc"
#declare Dw = function(x,z,a) { max(abs(x-a)-.92, abs(z-4.6)-1.34) }
#declare Dm = function(x,z) { min(Dw(x,z,-3.3), min(Dw(x,z,-.5), min(Dw(x,z,2.3), Dw(x,z,5.1)))) }
#declare Kk = function(x,z) { max(0,min(1,Dm(x,z)/.30)) }
#declare Hs = function(x,z) { .24*Kk(x,z)*Kk(x,z)*(3-2*Kk(x,z)) + .07*f_noise3d(x*.7,0,z*.9) + .025*f_noise3d(x*2.6,0,z*2.6) }
#declare SnowCover = isosurface { function { y - Hs(x,z) + .02 } contained_by { box { <-16,.02,-.4>,<16,.45,8.75> } } max_gradient 3.2 accuracy .004
 pigment { srgb <.83,.87,.93> } finish { diffuse .66 specular .05 roughness .08 } normal { granite .06 scale .12 } }
#end
union {
 object { Slates } #if (Snow) object { SnowCover } #end
 box { <-16,-.5,-.3>,<16,.0,8.5> pigment { srgb .05 } }
 Window(-3.3,4.6,0,Win) Window(-.5,4.6,((T<2)&(Snow=0)&(Close=0)?26:0),Win) Window(2.3,4.6,0,(T=0?0:Win))
 #if (T=1) Window(5.1,4.6,0,0) #else Window(5.1,4.6,0,(T>2?0:Win)) #end
 #declare i=0; #while (i<34) sphere_sweep { linear_spline 2 <-16+i*.95,.02,8.62>,.20 <-16+i*.95+.86,.05,8.62>,.21 #if (Snow) pigment { srgb <.90,.93,.97> } #else pigment { rgb G*.9 } #end } #declare i=i+1; #end
 rotate x*-P }
union { box { <4.4,4,5.0>,<5.6,8.1,6.0> texture { pigment { brick srgb <.62,.56,.52>, srgb <.62,.27,.18> brick_size <.42,.16,.25> mortar .018 } finish { diffuse .8 } } } 
 box { <4.28,8.1,4.9>,<5.72,8.26,6.1> pigment { #if (Snow) srgb <.92,.95,.98> #else srgb <.55,.55,.55> #end } } 
 difference { cylinder { <4.8,8.2,5.5>,<4.8,8.75,5.5>,.2 } cylinder { <4.8,8.2,5.5>,<4.8,9,5.5>,.15 } texture { ClayT } } difference { cylinder { <5.3,8.2,5.5>,<5.3,8.6,5.5>,.17 } cylinder { <5.3,8.2,5.5>,<5.3,9,5.5>,.13 } texture { ClayT } } 
 translate <1.6,-2.0,.6> }
